package page

// byID holds a number of each page, 0 where none was set. Ids of pages go from 1 up with few gaps, so that they are places in a list;
// looking them up in a map took a twelfth of a large graph.
type byID struct {
	list []int32
	more map[int64]int32 // of ids beyond the list
}

// longestList is how long the list is at most, in a file whose ids somebody else gave.
const longestList = 1 << 22

// newByID has room for ids up to most.
func newByID(most int) byID {
	return byID{list: make([]int32, min(max(most, 0), longestList)+1), more: map[int64]int32{}}
}

func (b byID) get(id int64) int32 {
	if id >= 0 && id < int64(len(b.list)) {
		return b.list[id]
	}
	return b.more[id]
}

func (b byID) set(id int64, n int32) {
	if id >= 0 && id < int64(len(b.list)) {
		b.list[id] = n
		return
	}
	b.more[id] = n
}
