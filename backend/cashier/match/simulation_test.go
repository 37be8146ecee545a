package match_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"krapao/backend/cashier/match"
)

var (
	holders = flag.Int("holders", 600, "members of one bank, who upload four slips each")
	seed    = flag.Uint64("seed", 1, "of the simulation")
)

// syllables are syllables of names, in Thai and romanised.
var syllables = [][2]string{
	{"สม", "SOM"},
	{"ชัย", "CHAI"},
	{"วิ", "WI"},
	{"ศักดิ์", "SAK"},
	{"พร", "PORN"},
	{"นภา", "NAPA"},
	{"ธน", "THANA"},
	{"กิต", "KIT"},
	{"มา", "MA"},
	{"ลี", "LEE"},
	{"อร", "ORN"},
	{"รัต", "RAT"},
	{"ปรี", "PREE"},
	{"ดา", "DA"},
	{"จิร", "JIRA"},
	{"วัฒน์", "WAT"},
	{"สุ", "SU"},
	{"ภา", "PHA"},
	{"ณัฐ", "NAT"},
	{"พล", "PHON"},
	{"บุญ", "BOON"},
	{"มี", "MEE"},
	{"แก้ว", "KAEW"},
	{"ทอง", "THONG"},
	{"ใจ", "JAI"},
	{"ดี", "DEE"},
	{"ศรี", "SRI"},
	{"วงศ์", "WONG"},
	{"เพ็ญ", "PEN"},
	{"จันทร์", "CHAN"},
	{"อนันต์", "ANAN"},
	{"ประ", "PRA"},
	{"สิทธิ์", "SIT"},
	{"ยุทธ", "YUT"},
	{"ไพ", "PHAI"},
	{"โรจน์", "ROJ"},
	{"กมล", "KAMON"},
	{"ลักษณ์", "LAK"},
	{"ฤดี", "RUEDEE"},
	{"รุ่ง", "RUNG"},
}

// simulatedMember is a member of the simulation: the name in both scripts.
type simulatedMember struct {
	match.Holder
	names  [2][2]string // Thai and Latin: first name and surname
	digits string
	waits  int
}

// simulatedBank has the members of one bank, grouped by the digits that slips show.
type simulatedBank struct {
	random   *rand.Rand
	members  []*simulatedMember
	byDigits map[string][]*simulatedMember
}

// newSimulatedBank returns a bank with about ten members for the same visible digits, as a bank with 100,000
// members has for four digits. thai percent of the members are registered in Thai.
func newSimulatedBank(n, thai, odd int) *simulatedBank {
	b := &simulatedBank{random: rand.New(rand.NewPCG(*seed, uint64(n))), byDigits: map[string][]*simulatedMember{}}
	for id := range n {
		p := &simulatedMember{names: b.randomName(), digits: fmt.Sprintf("%04d", b.random.IntN(max(n/10, 1))%10000)}
		script := 1
		if b.random.IntN(100) < thai {
			script = 0
		}
		p.Holder = match.Holder{ID: int64(id), Account: fmt.Sprintf("%05d%s%d", b.random.IntN(100_000), p.digits, b.random.IntN(10)), Name: strings.Join(p.names[script][:], " ")}
		if b.random.IntN(1000) < odd {
			p.Name = []string{"..", "🙂", "\u200b", "王小明"}[b.random.IntN(4)]
		}
		b.members, b.byDigits[p.digits] = append(b.members, p), append(b.byDigits[p.digits], p)
	}
	return b
}

// randomName returns a random name in both scripts. Of 84 members, one has the most common of the 1,600 first
// names. Surnames have three syllables.
func (b *simulatedBank) randomName() (out [2][2]string) {
	n := len(syllables)
	first := int(math.Pow(b.random.Float64(), 1/0.6) * float64(n*n))
	last := [3]int{b.random.IntN(n), b.random.IntN(n), b.random.IntN(n)}
	for script := range 2 {
		out[script][0] = syllables[first/n][script] + syllables[first%n][script]
		for _, s := range last {
			out[script][1] += syllables[s][script]
		}
	}
	return out
}

// nameOnSlip returns the name on a slip: with a title, and with a cut surname if isCut.
func (p *simulatedMember) nameOnSlip(script int, isCut bool) string {
	name := p.names[script]
	if isCut {
		letters := []rune(name[1])
		end := 1
		if letters[0] >= 'เ' && letters[0] <= 'ไ' {
			end = 2
		}
		name[1] = string(letters[:end])
	}
	return []string{"นาย ", "MR. "}[script] + name[0] + " " + name[1]
}

// simulationResult counts what happens to honest slips.
type simulationResult struct {
	slips, waited    int // slips of proved members
	newWaited, twice int // members who waited before their proof, and those who waited again
	refused          int
}

// submitSlip simulates that a member uploads a slip. If a cashier has to decide, the bank confirms the account to
// the cashier, and the credit proves the member.
func (b *simulatedBank) submitSlip(p *simulatedMember, names []string, r *simulationResult) {
	s := match.Shown{Account: match.ReadMask("xxx-x-x" + p.digits + "-x"), Names: match.ReadNames(names...)}
	others := make([]match.Holder, 0, 16)
	for _, o := range b.byDigits[p.digits] {
		others = append(others, o.Holder)
	}
	reason := s.CheckOwner(p.Holder, others)
	if reason == match.Foreign {
		r.refused++
		return
	}
	if p.Proved {
		r.slips++
	}
	if reason != "" {
		p.waits++
		r.countWait(p)
	}
	if reason != "" || s.Proves(p.Holder) {
		p.Proved, p.Printed = true, append(p.Printed, p.NewNames(names...)...)
	}
}

func (r *simulationResult) countWait(p *simulatedMember) {
	if p.Proved {
		r.waited++
	} else {
		r.newWaited++
	}
	if p.waits == 2 {
		r.twice++
	}
}

func TestHonestSlips_OfMembersInMixedScripts_SeldomWait(t *testing.T) {
	const slipsEach = 4
	thai, latin, both := []int{0}, []int{1}, []int{0, 1}
	for _, tc := range []struct {
		prints        string
		scripts       [slipsEach][]int
		odd           int  // per thousand registered names
		changesScript bool // every member waits once more, together with the other members
	}{
		{"Latin", [slipsEach][]int{latin, latin, latin, latin}, 0, false},
		{"Thai", [slipsEach][]int{thai, thai, thai, thai}, 0, false},
		{"both", [slipsEach][]int{both, both, both, both}, 0, false},
		{"Latin; 1 % of the members have odd names", [slipsEach][]int{latin, latin, latin, latin}, 10, false},
		{"Thai, and Latin from the third slip on", [slipsEach][]int{thai, thai, latin, latin}, 0, true},
	} {
		bank, r := newSimulatedBank(*holders, 70, tc.odd), simulationResult{}
		for _, scripts := range tc.scripts {
			for _, i := range bank.random.Perm(len(bank.members)) {
				p := bank.members[i]
				if !match.IsReadable(p.Name) {
					continue // a cashier decides about the slips of such a name
				}
				var names []string
				for _, script := range scripts {
					names = append(names, p.nameOnSlip(script, bank.random.IntN(10) < 8))
				}
				bank.submitSlip(p, names, &r)
			}
		}
		percent := func(n, all int) float64 { return 100 * float64(n) / float64(all) }
		t.Logf("| %s | %.1f %% | %.3f %% | %.3f %% | %d |", tc.prints,
			percent(r.newWaited, len(bank.members)), percent(r.waited, r.slips), percent(r.twice, len(bank.members)), r.refused)
		switch {
		case r.refused > 0:
			t.Errorf("bank prints %s: %d honest slips were refused", tc.prints, r.refused)
		case !tc.changesScript && percent(r.waited, r.slips) >= 0.1 && r.waited > 3: // up to three may wait by chance
			t.Errorf("bank prints %s: %d of %d slips of proved members waited", tc.prints, r.waited, r.slips)
		}
	}
}
