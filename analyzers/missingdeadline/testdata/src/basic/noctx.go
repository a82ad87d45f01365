package basic

import (
	"database/sql"
	"net/http"
	"net/rpc"
	"net/smtp"
	"os/exec"
)

func rates() (*http.Response, error) {
	return http.Get("http://rates.internal/today") // want `^http.Get can wait for ever: the request has no deadline and http.DefaultClient has no timeout: basic.rates → http.Get; use a client with a Timeout or a request with a deadline \(no bound in: context, client, transport\) \(missingdeadline/noctx\)$`
}

// The same function of the same library, twice: told once.
func drop(db *sql.DB) error {
	if _, err := db.Exec("DELETE FROM carts"); err != nil { // want `sql.DB.Exec carries no deadline and nothing else ends it \(and 1 more call\): basic.drop → sql.DB.Exec; use the form that takes a context`
		return err
	}
	_, err := db.Exec("DELETE FROM orders")
	return err
}

func mail(to string) error {
	return smtp.SendMail("mail.internal:25", nil, "shop@example.com", []string{to}, nil) // want `smtp.SendMail carries no deadline`
}

func stock(addr string) (n int, err error) {
	c, err := rpc.Dial("tcp", addr) // want `rpc.Dial carries no deadline and nothing else ends it`
	if err != nil {
		return 0, err
	}
	defer c.Close()
	return n, c.Call("Stock.Count", "", &n)
}

// A child process in a request.
func label(w http.ResponseWriter, r *http.Request) {
	out, err := exec.Command("make-label", r.FormValue("id")).Output() // want `a child process is awaited in a request with nothing to end it: basic.label → exec.Cmd.Output; use exec.CommandContext`
	if err == nil {
		w.Write(out)
	}
}

// The same in a function that the handler calls: told where the child is awaited, which
// may be another package, so that it is no diagnostic of this one. See the golden file.
func invoice(w http.ResponseWriter, r *http.Request) {
	if err := render(r.FormValue("id")); err != nil {
		http.Error(w, "no invoice", http.StatusInternalServerError)
	}
}

func render(id string) error { return exec.Command("render", id).Run() }
