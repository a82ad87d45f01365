package layers

import "go/types"

// Holds tells whether a value of type t can have retry layers in it of which Client knows.
func (e *Eval) Holds(t types.Type) bool { return e.relevant(t) }
