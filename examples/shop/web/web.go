// Package web has the pages of the shop.
package web

import (
	"encoding/json"
	"log"
	"net/http"

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
	carrier *shipping.Carrier
	desk    *suppliers.Desk
}

// New makes a site from what it needs.
func New(o *orders.Store, s *stock.Client, p *payment.Client, m *mail.Sender) *Site {
	return &Site{orders: o, stock: s, payment: p, mail: m, carrier: shipping.New("http://carrier.internal"), desk: suppliers.New("http://suppliers.internal")}
}

// Routes gives the pages by their paths.
func (s *Site) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", s.order)
	mux.HandleFunc("GET /price/{currency}", s.price)
	mux.HandleFunc("GET /picture/{sku}", s.picture)
	mux.HandleFunc("GET /delivery/{id}", s.delivery)
	mux.HandleFunc("GET /way/{place}", s.way)
	mux.HandleFunc("GET /parcel/{id}", s.parcel)
	mux.HandleFunc("GET /supply/{sku}", s.supply)
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

// Metrics answers with what the operators ask for.
func Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
}

func fail(w http.ResponseWriter, err error) {
	log.Print(err)
	http.Error(w, "try again later", http.StatusServiceUnavailable)
}

func (s *Site) parcel(w http.ResponseWriter, r *http.Request) {
	place, err := s.carrier.Where(r.Context(), r.PathValue("id"))
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
