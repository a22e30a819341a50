package symmetry

// For tests that import packages which must not know this one.
var (
	RandomSymmetric = symmetric
	Execute         = execute
)
