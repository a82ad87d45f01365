package p

import (
	"context"
	"net/http"

	"cloud.google.com/go/storage"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	azpolicy "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/IBM/sarama"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	awsv1 "github.com/aws/aws-sdk-go/aws"
	v1client "github.com/aws/aws-sdk-go/aws/client"
	"github.com/aws/aws-sdk-go/aws/session"
	v1dynamo "github.com/aws/aws-sdk-go/service/dynamodb"
	"github.com/aws/aws-sdk-go/service/sts"
	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/esapi"
	"github.com/go-resty/resty/v2"
	"github.com/gocql/gocql"
	"github.com/gojek/heimdall/v7/httpclient"
	"github.com/hashicorp/go-retryablehttp"
	vault "github.com/hashicorp/vault/api"
	"github.com/minio/minio-go/v7"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/openai/openai-go"
	"github.com/openai/openai-go/option"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func awsv2(ctx context.Context, cfg aws.Config, in *s3.GetObjectInput) {
	s3.NewFromConfig(aws.Config{Region: "x"}).GetObject(ctx, in)         // want AWS SDK for Go v2 ×3 ctx
	s3.NewFromConfig(cfg).GetObject(ctx, in)                             // want AWS SDK for Go v2 ×3 ctx default > param 1
	s3.NewFromConfig(aws.Config{RetryMaxAttempts: 5}).GetObject(ctx, in) // want AWS SDK for Go v2 ×5 ctx
	s3.NewFromConfig(aws.Config{RetryMaxAttempts: 1}).GetObject(ctx, in)
	s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 2 }).GetObject(ctx, in)       // want AWS SDK for Go v2 ×2 ctx > param 1
	s3.NewFromConfig(cfg, func(o *s3.Options) { o.Retryer = aws.NopRetryer{} }).GetObject(ctx, in) // want param 1
	s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.Retryer = retry.NewStandard(func(so *retry.StandardOptions) { so.MaxAttempts = 6 })
	}).GetObject(ctx, in) // want AWS SDK for Go v2 ×6 ctx > param 1
	s3.NewFromConfig(cfg, func(o *s3.Options) { o.Retryer = retry.AddWithMaxAttempts(retry.NewStandard(), 0) }).GetObject(ctx, in) // want AWS SDK for Go v2 ×unbounded ctx > param 1
	s3.NewFromConfig(cfg, func(o *s3.Options) { o.Retryer = ownRetryer{} }).GetObject(ctx, in)                                     // want AWS SDK for Go v2 ×n ctx > param 1
	loaded, _ := config.LoadDefaultConfig(ctx, config.WithRegion("x"), config.WithRetryMaxAttempts(10))
	s3.NewFromConfig(loaded).GetObject(ctx, in) // want AWS SDK for Go v2 ×10 ctx
	plain, _ := config.LoadDefaultConfig(ctx)
	s3.NewFromConfig(plain).GetObject(ctx, in)      // want AWS SDK for Go v2 ×3 ctx
	dynamodb.NewFromConfig(plain).GetItem(ctx, nil) // want AWS SDK for Go v2 ×4 ctx
	s3.NewFromConfig(plain).GetObject(ctx, in, func(o *s3.Options) { o.RetryMaxAttempts = 1 })
	later, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return
	}
	later.RetryMaxAttempts = 4
	s3.NewFromConfig(later).GetObject(ctx, in) // want AWS SDK for Go v2 ×4 ctx
	nop, _ := config.LoadDefaultConfig(ctx, config.WithRetryer(func() aws.Retryer { return aws.NopRetryer{} }))
	s3.NewFromConfig(nop).GetObject(ctx, in)
	over, _ := config.LoadDefaultConfig(ctx, config.WithHTTPClient(retryablehttp.NewClient().StandardClient()))
	s3.NewFromConfig(over).GetObject(ctx, in) // want AWS SDK for Go v2 ×3 ctx > retryablehttp ×5 steady ctx
}

type ownRetryer struct{}

func (ownRetryer) MaxAttempts() int { return 1 }

// api is the part of S3 that the program knows.
type api interface {
	GetObject(ctx context.Context, in *s3.GetObjectInput, fns ...func(*s3.Options)) (*s3.GetObjectOutput, error)
}

type store struct{ api api }

func newStore(cfg aws.Config) *store { return &store{api: s3.NewFromConfig(cfg)} }

func (s *store) get(ctx context.Context) {
	s.api.GetObject(ctx, nil) // want AWS SDK for Go v2 ×3 ctx default > ?
}

func awsV1(ctx context.Context, sess *session.Session) {
	sts.New(sess).AssumeRoleWithContext(ctx, nil) // want AWS SDK for Go ×4 ctx default > param 1
	s, _ := session.NewSession(&awsv1.Config{MaxRetries: awsv1.Int(25)})
	sts.New(s).AssumeRole(nil) // want AWS SDK for Go ×26 ctx
	sts.New(s, &awsv1.Config{MaxRetries: awsv1.Int(0)}).AssumeRole(nil)
	sts.New(s, awsv1.NewConfig().WithRegion("x").WithMaxRetries(2)).AssumeRole(nil) // want AWS SDK for Go ×3 ctx
	sts.New(session.Must(session.NewSession())).AssumeRole(nil)                     // want AWS SDK for Go ×4 ctx
	d, _ := session.NewSession(&awsv1.Config{MaxRetries: awsv1.Int(-1)})
	v1dynamo.New(d).GetItemWithContext(ctx, nil)                                                     // want AWS SDK for Go ×11 ctx
	sts.New(sess, &awsv1.Config{Retryer: v1client.NoOpRetryer{}}).AssumeRole(nil)                    // want param 1
	sts.New(sess, &awsv1.Config{Retryer: v1client.DefaultRetryer{NumMaxRetries: 7}}).AssumeRole(nil) // want AWS SDK for Go ×8 ctx > param 1
}

type inventory struct {
	hc   *retryablehttp.Client
	std  *http.Client
	zero *retryablehttp.Client
}

func newInventory() *inventory {
	hc := retryablehttp.NewClient()
	hc.RetryMax = 2
	hc.Backoff = retryablehttp.LinearJitterBackoff
	std := retryablehttp.NewClient()
	std.RetryMax = 3
	zero := retryablehttp.NewClient()
	zero.Logger = nil
	zero.RetryMax = 0
	return &inventory{hc: hc, std: std.StandardClient(), zero: zero}
}

func (inv *inventory) get(req *retryablehttp.Request, r *http.Request) {
	inv.hc.Do(req) // want retryablehttp ×3 ctx
	inv.std.Do(r)  // want retryablehttp ×4 steady ctx
	inv.zero.Do(req)
}

func retryable(c *retryablehttp.Client, req *retryablehttp.Request, n int) {
	retryablehttp.NewClient().Get("u")           // want retryablehttp ×5 steady ctx
	retryablehttp.Get("u")                       // want retryablehttp ×5 steady ctx
	c.Do(req)                                    // want retryablehttp ×5 steady ctx default > param 0
	(&retryablehttp.Client{RetryMax: 6}).Do(req) // want retryablehttp ×7 steady ctx
	(&retryablehttp.Client{}).Do(req)
	p := retryablehttp.NewClient()
	p.RetryMax = n
	p.Do(req) // want retryablehttp ×n+1 steady ctx
	q := retryablehttp.NewClient()
	if n > 0 {
		q.RetryMax = n
	}
	q.Do(req) // want retryablehttp ×n steady ctx
	z := retryablehttp.NewClient()
	tune(z)
	z.Do(req) // want retryablehttp ×9 steady ctx stops
	w := retryablehttp.NewClient()
	if n > 0 {
		w.RetryMax = 0
	}
	w.Do(req) // want retryablehttp ×at most 5 steady ctx
}

func tune(c *retryablehttp.Client) {
	c.RetryMax = 8
	c.CheckRetry = nil
}

func rest(ctx context.Context, r *http.Request) {
	resty.New().R().SetContext(ctx).Get("u")
	resty.New().SetRetryCount(3).SetBaseURL("b").R().SetContext(ctx).Get("u") // want resty ×4 ctx
	rc := resty.New()
	rc.SetRetryCount(2)
	rc.R().Execute("GET", "u") // want resty ×3 ctx
	httpclient.NewClient().Do(r)
	httpclient.NewClient(httpclient.WithRetryCount(4)).Do(r) // want heimdall ×5 tight
}

func vaults(ctx context.Context, addr string) {
	cfg := vault.DefaultConfig()
	if cfg.Error != nil {
		return
	}
	cfg.Address = addr
	c, _ := vault.NewClient(cfg)
	c.Logical().ReadWithContext(ctx, "p") // want vault ×3 ctx
	off := vault.DefaultConfig()
	off.MaxRetries = 0
	d, err := vault.NewClient(off)
	if err != nil {
		return
	}
	d.SetToken("t")
	d.Logical().ReadWithContext(ctx, "p")
	five := vault.DefaultConfig()
	five.MaxRetries = 5
	e, _ := vault.NewClient(five)
	e.Logical().ReadWithContext(ctx, "p") // want vault ×6 ctx
	f, _ := vault.NewClient(nil)
	f.SetMaxRetries(1)
	f.Logical().ReadWithContext(ctx, "p") // want vault ×2 ctx
	g, _ := vault.NewClient(&vault.Config{Address: addr})
	g.Logical().ReadWithContext(ctx, "p")
}

func databases(ctx context.Context, rdb *redis.Client, cmd redis.Cmdable) {
	redis.NewClient(&redis.Options{Addr: "a"}).Get(ctx, "k") // want go-redis ×4 ctx
	redis.NewClient(&redis.Options{MaxRetries: -1}).Get(ctx, "k")
	redis.NewClient(&redis.Options{MaxRetries: 5}).Get(ctx, "k")                 // want go-redis ×6 ctx
	redis.NewClusterClient(&redis.ClusterOptions{MaxRedirects: 7}).Get(ctx, "k") // want go-redis ×8 ctx
	rdb.Get(ctx, "k")                                                            // want go-redis ×4 ctx default > param 1
	cmd.Get(ctx, "k")                                                            // want go-redis ×4 ctx default > param 2
	m, _ := mongo.Connect(options.Client().ApplyURI("u").SetRetryReads(false))
	m.Database("d").Collection("c").FindOne(ctx, nil)
	m.Database("d").Collection("c").InsertOne(ctx, nil) // want MongoDB driver (writes) ×at least 2 tight ctx
	cl := gocql.NewCluster("h")
	s, _ := cl.CreateSession()
	s.Query("q").Exec()
	cr := gocql.NewCluster("h")
	cr.RetryPolicy = &gocql.SimpleRetryPolicy{NumRetries: 3}
	t, _ := cr.CreateSession()
	t.Query("q").Exec() // want gocql ×4 tight ctx
	et, _ := clientv3.New(clientv3.Config{})
	et.Get(ctx, "k") // want etcd client ×100 ctx
	et.Put(ctx, "k", "v")
	es, _ := elasticsearch.NewClient(elasticsearch.Config{DisableRetry: true})
	esapi.GetRequest{}.Do(ctx, es)
	ef, _ := elasticsearch.NewClient(elasticsearch.Config{MaxRetries: 2})
	esapi.GetRequest{}.Do(ctx, ef) // want Elasticsearch client ×3 tight ctx
}

func clouds(ctx context.Context, cred azcore.TokenCredential) {
	c, _ := azblob.NewClient("u", cred, nil)
	c.DownloadStream(ctx, "c", "b", nil) // want Azure SDK ×4 ctx
	d, _ := azblob.NewClient("u", nil, &azblob.ClientOptions{ClientOptions: azcore.ClientOptions{Retry: azpolicy.RetryOptions{MaxRetries: -1}}})
	d.DownloadStream(ctx, "c", "b", nil)
	o := &azblob.ClientOptions{}
	o.Retry.MaxRetries = 7
	e, _ := azblob.NewClient("u", nil, o)
	e.DownloadStream(ctx, "c", "b", nil) // want Azure SDK ×8 ctx
	m, _ := minio.New("e", &minio.Options{})
	m.StatObject(ctx, "b", "o", minio.StatObjectOptions{}) // want minio ×10 ctx
	n, _ := minio.New("e", &minio.Options{MaxRetries: 1})
	n.StatObject(ctx, "b", "o", minio.StatObjectOptions{})
	g, _ := storage.NewClient(ctx)
	g.Bucket("b").Object("o").NewReader(ctx) // want Cloud Storage client ×unbounded ctx
	g.Bucket("b").Object("o").Delete(ctx)
	g.Bucket("b").Retryer(storage.WithPolicy(storage.RetryNever)).Object("o").NewReader(ctx)
	g.Bucket("b").Object("o").Retryer(storage.WithMaxAttempts(5)).NewReader(ctx)                                       // want Cloud Storage client ×5 ctx
	g.Bucket("b").Object("o").Retryer(storage.WithPolicy(storage.RetryAlways), storage.WithMaxAttempts(3)).Delete(ctx) // want Cloud Storage client ×3 ctx
	h, _ := storage.NewClient(ctx)
	h.SetRetry(storage.WithMaxAttempts(2))
	h.Bucket("b").Object("o").NewReader(ctx) // want Cloud Storage client ×2 ctx
}

func queues(ctx context.Context, js jetstream.JetStream) {
	(&kafka.Writer{Topic: "t"}).WriteMessages(ctx) // want kafka-go writer ×10 steady
	(&kafka.Writer{MaxAttempts: 1}).WriteMessages(ctx)
	kafka.NewWriter(kafka.WriterConfig{MaxAttempts: 3}).WriteMessages(ctx) // want kafka-go writer ×3 steady
	sc := sarama.NewConfig()
	sc.Producer.Retry.Max = 10
	p, _ := sarama.NewSyncProducer(nil, sc)
	p.SendMessage(nil) // want sarama producer ×11 steady
	k, _ := kgo.NewClient(kgo.RecordRetries(4))
	k.ProduceSync(ctx)                                        // want kgo records ×5 ctx
	js.Publish(ctx, "s", nil)                                 // want JetStream publish ×3 steady ctx default > param 1
	js.Publish(ctx, "s", nil, jetstream.WithRetryAttempts(5)) // want JetStream publish ×6 steady ctx > param 1
}

type assistant struct{ c openai.Client }

func newAssistant() *assistant {
	return &assistant{c: openai.NewClient(option.WithAPIKey("k"), option.WithMaxRetries(4))}
}

func (a *assistant) ask(ctx context.Context) {
	a.c.Chat.Completions.New(ctx, openai.Params{}) // want openai ×5
	a.c.Chat.Completions.New(ctx, openai.Params{}, option.WithMaxRetries(0))
}
