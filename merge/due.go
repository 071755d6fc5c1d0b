package merge

import (
	"time"

	"brain/db"
)

// Due says whether a full merge is due: never done, or last done before the last Sunday 02:00 in the zone of now, the
// seed's weekly time. last is as LastMerge gives it.
func Due(last string, now time.Time) bool {
	sunday := time.Date(now.Year(), now.Month(), now.Day()-int(now.Weekday()), 2, 0, 0, 0, now.Location())
	if sunday.After(now) {
		sunday = sunday.AddDate(0, 0, -7)
	}
	t, err := db.ParseTime(last)
	return err != nil || t.Before(sunday)
}
