// Package exec runs a statement that nothing ends.
package exec

import "database/sql"

// A Store keeps what was seen.
type Store struct{ db *sql.DB }

// Save waits for as long as the table is locked.
func (s *Store) Save() error {
	_, err := s.db.Exec("INSERT INTO seen DEFAULT VALUES")
	return err
}
