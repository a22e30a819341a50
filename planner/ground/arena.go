package ground

// arena holds many small slices in few large pieces, which are never moved.
type arena[T any] struct{ piece []T }

const pieceLength = 1 << 12

// copy returns a copy of s that cannot grow into its neighbour.
func (a *arena[T]) copy(s []T) []T {
	if len(s) == 0 {
		return nil
	}
	if len(a.piece)+len(s) > cap(a.piece) {
		a.piece = make([]T, 0, max(len(s), pieceLength))
	}
	from := len(a.piece)
	a.piece = append(a.piece, s...)
	return a.piece[from:len(a.piece):len(a.piece)]
}
