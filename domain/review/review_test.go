package review_test

import (
	"testing"

	"tradelog/domain/review"
)

func TestAverageHasOneDecimalPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stars []int64
		want  string
	}{
		{nil, ""}, {[]int64{5}, "5"}, {[]int64{4, 5}, "4.5"}, {[]int64{4, 4, 5}, "4.3"}, {[]int64{4, 5, 5}, "4.7"}, {[]int64{1, 1, 2, 1}, "1.3"},
	} {
		var s review.Summary
		for _, n := range c.stars {
			s.Add(n, 1)
		}
		got := ""
		if average := s.Average(); average != nil {
			got = average.String()
		}
		if got != c.want {
			t.Errorf("%v stars are %q on average, want %q", c.stars, got, c.want)
		}
	}
}
