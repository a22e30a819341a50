package monitor_test

import (
	"slices"

	"genplanx/monitor"
	"genplanx/monitor/report"
)

// supported checks that a report claims nothing that no event supports: taking
// the event away takes the claim away.
func supported(t tester, tr trial) {
	t.Helper()
	for i, r := range tr.result.Records {
		var id monitor.CallID
		switch e := r.Event.(type) {
		case monitor.CallDone:
			id = e.Call
		case monitor.Observed:
			id = e.Call
		case monitor.OutcomeTold:
			id = e.Call
		default:
			continue
		}
		less := report.Build(slices.Delete(slices.Clone(tr.result.Records), i, i+1))
		for _, d := range less.Done {
			if d.Call == id && done(tr.report, id) && !otherEnd(tr, i, id) {
				t.Errorf("without event %d the report still says that call %s was done", i+1, id)
			}
		}
	}
	for _, d := range tr.report.Done {
		if !slices.ContainsFunc(tr.result.Records, func(r monitor.Record) bool { return ends(r.Event, d.Call) }) {
			t.Errorf("no event says that call %s was done", d.Call)
		}
	}
	goals := len(tr.report.Reached) + len(tr.report.Undone)
	for _, r := range tr.result.Records {
		if e, ok := r.Event.(monitor.Finished); ok && goals != len(e.Goals) {
			t.Errorf("%d goals are reported, %d stand in the journal", goals, len(e.Goals))
		}
	}
}

func done(r report.Report, id monitor.CallID) bool {
	return slices.ContainsFunc(r.Done, func(d report.Done) bool { return d.Call == id })
}

// ends reports whether an event says that a call was done.
func ends(e monitor.Event, id monitor.CallID) bool {
	switch e := e.(type) {
	case monitor.CallDone:
		return e.Call == id && e.Refuted == ""
	case monitor.Observed:
		return e.Call == id && e.Verdict == monitor.WasDone
	case monitor.OutcomeTold:
		return e.Call == id && e.Truth == "true"
	}
	return false
}

func otherEnd(tr trial, i int, id monitor.CallID) bool {
	for j, r := range tr.result.Records {
		if j != i && ends(r.Event, id) {
			return true
		}
	}
	return false
}
