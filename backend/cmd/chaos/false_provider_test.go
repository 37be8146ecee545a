package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// newRunWithMembers returns a run with one attacker and this many honest members. The first honest member has a credit
// without a play.
func newRunWithMembers(members int) *falseProviderRun {
	d := &falseProviderRun{attackers: []*attacker{{member: newMember(nil, 0, 1)}}, watch: newWatcher(nil)}
	for i := range members {
		h := &honestMember{member: newMember(nil, i+1, 1)}
		if i == 0 {
			h.credit = "notInFeed"
		}
		d.honest = append(d.honest, h)
	}
	return d
}

func TestJudgeWaits_WithdrawalsThatMayWait_AreNoFindings(t *testing.T) {
	d, now := newRunWithMembers(202), time.Now()
	for i, p := range []*member{d.attackers[0].member, d.honest[0].member, d.honest[1].member} {
		d.watch.waits[fmt.Sprint(i)] = &waitingWithdrawal{phone: p.phone, first: now, last: now.Add(30 * time.Second), amount: 5, open: i < 2}
	}

	figures, findings := d.judgeWaits()

	if len(findings) != 0 || !strings.Contains(figures, "1 of their withdrawals waited, 0.05 still wait; of 201 honest members 1 waited, 30s at most") {
		t.Error(figures, findings)
	}
}

func TestJudgeWaits_HonestWithdrawalsThatWaitTooOftenOrTooLong_AreFindings(t *testing.T) {
	now := time.Now()
	for name, tc := range map[string]struct {
		members, waiting int
		duration         time.Duration
		open             bool
		want             string
	}{
		"one in a hundred": {101, 1, time.Second, false, "1 of 100 honest members waited"},
		"too long":         {202, 1, 61 * time.Second, false, "the lag is 1m0s"},
		"never ends":       {202, 1, time.Second, true, "still waits"},
	} {
		d := newRunWithMembers(tc.members)
		for i := range tc.waiting {
			d.watch.waits[fmt.Sprint(i)] = &waitingWithdrawal{phone: d.honest[1+i].phone, first: now, last: now.Add(tc.duration), open: tc.open}
		}

		if _, findings := d.judgeWaits(); len(findings) != 1 || !strings.Contains(findings[0], tc.want) {
			t.Errorf("%s: %q", name, findings)
		}
	}
}
