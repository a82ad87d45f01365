package fixes

import "net/http" // to serve

func single(h http.Handler) error {
	s := &http.Server{Addr: ":8080", Handler: h} // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
	return s.ListenAndServe()
}

// none of these has a literal to write into, or one that says the field already.
func none(h http.Handler) error {
	s := new(http.Server) // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
	s.Handler = h
	z := http.Server{Handler: h, ReadHeaderTimeout: 0} // want `http.Server sets neither ReadHeaderTimeout nor ReadTimeout`
	go z.ListenAndServe()
	return s.ListenAndServe()
}
