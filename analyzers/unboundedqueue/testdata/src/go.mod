module m

go 1.26

require (
	github.com/gammazero/workerpool v1.3.0
	github.com/panjf2000/ants/v2 v2.12.1
	github.com/rabbitmq/amqp091-go v1.16.0
	golang.org/x/sync v0.25.0
)
