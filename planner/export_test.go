package planner

// Thorough leaves the quick first round out, which solves nearly all small tasks
// before mutexes, symmetries and the race come to bear.
func Thorough(o Options) Options {
	o.thorough = true
	return o
}
