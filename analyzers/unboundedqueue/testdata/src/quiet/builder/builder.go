// Package builder is a case of its rule.
package builder

import "context"

type stmt struct{ q string }
type Tx struct {
	stmts []stmt
	exec  func(context.Context, []stmt) error
}

func (t *Tx) Add(q string) { t.stmts = append(t.stmts, stmt{q}) }
func (t *Tx) Commit(ctx context.Context) error {
	err := t.exec(ctx, t.stmts)
	t.stmts = nil
	return err
}
