// Package amqpgo is a case of its rule.
package amqpgo

import amqp "github.com/rabbitmq/amqp091-go"

type W interface{ Work(b []byte) error }

func Run(ch *amqp.Channel, w W) error {
	if err := ch.Qos(10, 0, false); err != nil {
		return err
	}
	ds, err := ch.Consume("q", "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range ds {
		go w.Work(d.Body) // want `(starts|takes a task) for.*unboundedqueue/spawn`
	}
	return nil
}
