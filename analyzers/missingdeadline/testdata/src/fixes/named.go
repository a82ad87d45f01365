package fixes

import "net/http"
import clock "time"

func named(h http.Handler) error {
	s := &http.Server{Addr: ":8080", Handler: h, WriteTimeout: clock.Second} // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
	return s.ListenAndServe()
}
