// Package web has the pages of the shop.
package web

import (
	"encoding/json"
	"log"
	"net/http"

	"example.com/shop/advice"
	"example.com/shop/customs"
	"example.com/shop/freight"
	"example.com/shop/labels"
	"example.com/shop/mail"
	"example.com/shop/orders"
	"example.com/shop/partners"
	"example.com/shop/payment"
	"example.com/shop/pictures"
	"example.com/shop/rates"
	"example.com/shop/shipping"
	"example.com/shop/stock"
	"example.com/shop/suppliers"
)

// A Site answers requests.
type Site struct {
	orders  *orders.Store
	stock   *stock.Client
	payment *payment.Client
	mail    *mail.Sender
	prints  *labels.Printers
	carrier *shipping.Carrier
	advice  *advice.Adviser
	freight *freight.Carrier
	desk    *suppliers.Desk
	customs *customs.Office
}

// New makes a site from what it needs.
func New(o *orders.Store, s *stock.Client, p *payment.Client, m *mail.Sender) *Site {
	return &Site{
		orders: o, stock: s, payment: p, mail: m, advice: advice.New(nil),
		prints: labels.NewPrinters(4), carrier: shipping.NewCarrier(),
		freight: freight.New("http://carrier.internal"), desk: suppliers.New("http://suppliers.internal"),
		customs: customs.New("http://customs.internal"),
	}
}

// Routes gives the pages by their paths.
func (s *Site) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", s.order)
	mux.HandleFunc("GET /price/{currency}", s.price)
	mux.HandleFunc("GET /picture/{sku}", s.picture)
	mux.HandleFunc("GET /delivery/{id}", s.delivery)
	mux.HandleFunc("GET /way/{place}", s.way)
	mux.HandleFunc("POST /labels", s.label)
	mux.HandleFunc("GET /labels/{id}", s.preview)
	mux.HandleFunc("GET /offers/{weight}", s.offer)
	mux.HandleFunc("GET /parcels/{id}", s.parcel)
	mux.HandleFunc("POST /pickup/{day}", s.pickup)
	mux.HandleFunc("GET /start", s.start)
	mux.HandleFunc("GET /track/{id}", s.track)
	mux.HandleFunc("GET /supply/{sku}", s.supply)
	mux.HandleFunc("GET /duty", s.duty)
	return mux
}

func (s *Site) order(w http.ResponseWriter, r *http.Request) {
	var o orders.Order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, "no order", http.StatusBadRequest)
		return
	}
	n, err := s.stock.Level(r.Context(), o.SKU)
	if err != nil || n < o.Count {
		http.Error(w, "not in stock", http.StatusConflict)
		return
	}
	if err := s.payment.Charge(o.Card, o.Cents); err != nil {
		fail(w, err)
		return
	}
	if err := s.orders.Save(r.Context(), &o); err != nil {
		fail(w, err)
		return
	}
	if err := s.mail.Confirm(o.Mail, o.ID); err != nil {
		log.Print(err) // the order stands without the mail
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *Site) price(w http.ResponseWriter, r *http.Request) {
	rate, err := rates.Of(r.Context(), r.PathValue("currency"))
	if err != nil {
		fail(w, err)
		return
	}
	json.NewEncoder(w).Encode(rate)
}

func (s *Site) start(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(s.advice.Start(r.Context()))
}

func (s *Site) picture(w http.ResponseWriter, r *http.Request) {
	data, err := pictures.Fetch(r.Context(), r.PathValue("sku"))
	if err != nil {
		fail(w, err)
		return
	}
	w.Write(data)
}

func (s *Site) delivery(w http.ResponseWriter, r *http.Request) {
	state, err := partners.Delivery(r.Context(), r.PathValue("id"))
	if err != nil {
		fail(w, err)
		return
	}
	w.Write(state)
}

func (s *Site) way(w http.ResponseWriter, r *http.Request) {
	steps, err := partners.Way(r.Context(), r.PathValue("place"))
	if err != nil {
		fail(w, err)
		return
	}
	w.Write(steps)
}

func (s *Site) label(w http.ResponseWriter, r *http.Request) {
	text := []byte(r.FormValue("text"))
	err := s.prints.Print(r.Context(), text)
	if r.FormValue("copy") != "" && err == nil {
		err = s.prints.Reprint(r.Context(), text)
	}
	if err != nil {
		fail(w, err)
	}
}

func (s *Site) preview(w http.ResponseWriter, r *http.Request) {
	answer(w)(labels.Preview(func() []byte { return []byte(r.PathValue("id")) }))
}

func (s *Site) offer(w http.ResponseWriter, r *http.Request) {
	answer(w)(s.carrier.Offer(r.Context(), r.PathValue("weight")))
}

func (s *Site) parcel(w http.ResponseWriter, r *http.Request) {
	answer(w)(s.carrier.Where(r.Context(), r.PathValue("id")))
}

func (s *Site) pickup(w http.ResponseWriter, r *http.Request) {
	answer(w)(s.carrier.Pickup(r.Context(), r.PathValue("day")))
}

// answer gives what writes an answer, or that there is none.
func answer(w http.ResponseWriter) func([]byte, error) {
	return func(data []byte, err error) {
		if err != nil {
			fail(w, err)
			return
		}
		w.Write(data)
	}
}

// Metrics answers with what the operators ask for.
func Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
}

func fail(w http.ResponseWriter, err error) {
	log.Print(err)
	http.Error(w, "try again later", http.StatusServiceUnavailable)
}

func (s *Site) track(w http.ResponseWriter, r *http.Request) {
	place, err := s.freight.Where(r.Context(), r.PathValue("id"))
	if err != nil {
		fail(w, err)
		return
	}
	json.NewEncoder(w).Encode(place)
}

func (s *Site) supply(w http.ResponseWriter, r *http.Request) {
	days, err := s.desk.Delivery(r.Context(), r.PathValue("sku"))
	if err != nil {
		fail(w, err)
		return
	}
	json.NewEncoder(w).Encode(days)
}

func (s *Site) duty(w http.ResponseWriter, r *http.Request) {
	cents, err := s.customs.Total(r.Context(), r.URL.Query()["sku"])
	if err != nil {
		fail(w, err)
		return
	}
	json.NewEncoder(w).Encode(cents)
}
