package sandbox

import (
	"crypto/rand"
	"embed"
	"errors"
	"io/fs"
	"maps"
	"math/big"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"krapao/backend/platform/money"
)

//go:embed gameroom
var gameRoom embed.FS

// serveRoomFiles serves the files of all games' pages.
func serveRoomFiles(mux *http.ServeMux) {
	mux.Handle("GET /gameroom/", http.FileServerFS(gameRoom))
}

// maxBet returns the largest stake that a page accepts, in the provider's unit: 100,000 baht, or
// 50,000,000 kip.
func (provider *gameProvider) maxBet() money.Satang {
	if provider.slot.Currency == "LAK" && provider.slot.Ratio == "1" {
		return money.Baht(50_000_000)
	}
	return money.Baht(100_000)
}

// sendGamePage sends the page of a game.
func (provider *gameProvider) sendGamePage(rw http.ResponseWriter, r *http.Request) {
	provider.sandbox.mu.Lock()
	t, _ := provider.sessionOf(r)
	provider.sandbox.mu.Unlock()
	page, err := fs.ReadFile(gameRoom, "gameroom/"+provider.slot.Kind+".html")
	if t == nil || err != nil {
		provider.sendErrorPage(rw, http.StatusUnauthorized, "ยังไม่ได้เข้าเกม เปิดเกมจากกระเป๋า", "You are not in. Open the game from the wallet.")
		return
	}
	pageHeader(rw, http.StatusOK)
	_, _ = rw.Write(page)
}

// sendGameState sends the data of a game's page.
func (provider *gameProvider) sendGameState(rw http.ResponseWriter, r *http.Request) {
	provider.sandbox.mu.Lock()
	defer provider.sandbox.mu.Unlock()
	t, p := provider.sessionOf(r)
	if t == nil {
		sendGameError(rw, http.StatusUnauthorized, "NOT_IN")
		return
	}
	if err := provider.settleDue(); err != nil {
		sendGameError(rw, http.StatusInternalServerError, "ERROR")
		return
	}
	sendJSON(rw, http.StatusOK, map[string]any{
		"slot": provider.slot.Code, "username": p.Username, "balance": p.balance, "currency": p.Currency, "ratio": provider.slot.Ratio, "back": t.back, "lang": t.lang,
		"matches": matches,
	})
}

func sendGameError(rw http.ResponseWriter, status int, code string) {
	sendJSON(rw, status, map[string]string{"code": code})
}

// betRequest is a bet from a game's page.
type betRequest struct {
	Stake  money.Satang   `json:"stake"`
	Picks  map[string]int `json:"picks"`  // of a coupon: by match, 0 home, 1 draw, 2 away
	Kind   string         `json:"kind"`   // of a lottery ticket
	Number string         `json:"number"` // of a lottery ticket
}

var errBet = errors.New("not a bet of this game")

var gamesByKind = map[string]func(betRequest) (outcome map[string]any, odds int64, err error){
	kindSlot: spinReels, kindSport: settleCoupon, kindLotto: drawLottery,
}

// placeBet settles a bet at once, as a play.
func (provider *gameProvider) placeBet(rw http.ResponseWriter, r *http.Request) {
	// A page of another origin cannot send this type without a CORS preflight.
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		sendGameError(rw, http.StatusUnsupportedMediaType, "MALFORMED")
		return
	}
	var bet betRequest
	if err := decode(r, &bet); err != nil || bet.Stake <= 0 || bet.Stake > provider.maxBet() {
		sendGameError(rw, http.StatusBadRequest, "STAKE")
		return
	}
	provider.sandbox.mu.Lock()
	defer provider.sandbox.mu.Unlock()
	t, p := provider.sessionOf(r)
	if t == nil {
		sendGameError(rw, http.StatusUnauthorized, "NOT_IN")
		return
	}
	err := provider.settleDue()
	if err == nil && p.balance < bet.Stake {
		err = refuseFunds
	}
	var outcome map[string]any
	if err == nil {
		outcome, err = provider.settleBet(p, bet)
	}
	switch {
	case err == nil:
		sendJSON(rw, http.StatusOK, outcome)
	case errors.Is(err, refuseFunds):
		sendGameError(rw, http.StatusConflict, "FUNDS")
	case errors.Is(err, errBet):
		sendGameError(rw, http.StatusBadRequest, "MALFORMED")
	default:
		sendGameError(rw, http.StatusInternalServerError, "ERROR")
	}
}

func (provider *gameProvider) settleBet(p *gamePlayer, bet betRequest) (map[string]any, error) {
	outcome, odds, err := gamesByKind[provider.slot.Kind](bet)
	if err != nil {
		return nil, err
	}
	payout := bet.Stake * money.Satang(odds) / 100 // the provider keeps fractions of a hundredth
	if _, err := provider.settlePlay(gamePlay{Username: p.Username, Bet: bet.Stake, Payout: payout, Valid: &bet.Stake}); err != nil {
		return nil, err
	}
	outcome["stake"], outcome["payout"], outcome["balance"] = bet.Stake, payout, p.balance
	return outcome, nil
}

// randomBelow returns a random number from 0 to n-1, from a secure source.
func randomBelow(n int64) int64 {
	v, err := rand.Int(rand.Reader, big.NewInt(n))
	if err != nil {
		panic(err) // the system has no randomness
	}
	return v.Int64()
}

// randomWeighted returns a random index; weights are the relative chances.
func randomWeighted(weights []int64) int {
	var sum int64
	for _, w := range weights {
		sum += w
	}
	at := randomBelow(sum)
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// reelWeights has the weights of the six symbols. Three equal symbols win, and so do exactly two of the first
// symbol. On average, 94.67 of 100 staked are paid back.
var (
	reelWeights = []int64{6, 5, 4, 3, 1, 1}
	reelPays    = []int64{500, 800, 1500, 3000, 20000, 50000} // in hundredths
)

const twoCherries = 200

func spinReels(betRequest) (map[string]any, int64, error) {
	line := []int{randomWeighted(reelWeights), randomWeighted(reelWeights), randomWeighted(reelWeights)}
	cherries := 0
	for _, s := range line {
		if s == 0 {
			cherries++
		}
	}
	var odds int64
	switch {
	case line[0] == line[1] && line[1] == line[2]:
		odds = reelPays[line[0]]
	case cherries == 2:
		odds = twoCherries
	}
	return map[string]any{"line": line}, odds, nil
}

// match is a match on the coupon. Odds are in hundredths, for home, draw and away.
type match struct {
	Home   string   `json:"home"`
	HomeEN string   `json:"homeEn"`
	Away   string   `json:"away"`
	AwayEN string   `json:"awayEn"`
	Odds   [3]int64 `json:"odds"`
}

var matches = []match{
	{"ช้างศึกเหนือ", "Northern Elephants", "เรือใบใต้", "Southern Sails", [3]int64{195, 330, 370}},
	{"สิงห์เมืองหลวง", "Capital Lions", "นาคแม่โขง", "Mekong Nagas", [3]int64{160, 380, 520}},
	{"กระทิงโคราช", "Korat Bulls", "ฉลามอันดามัน", "Andaman Sharks", [3]int64{240, 310, 280}},
	{"เหยี่ยวล้านนา", "Lanna Hawks", "เสืออีสาน", "Isan Tigers", [3]int64{310, 325, 220}},
}

// settleCoupon settles a coupon, which wins if every pick is right. Its odds are the product of the picks'
// odds.
func settleCoupon(bet betRequest) (map[string]any, int64, error) {
	if len(bet.Picks) == 0 || len(bet.Picks) > len(matches) {
		return nil, 0, errBet
	}
	odds, scores := int64(100), map[string][2]int64{}
	for _, name := range slices.Sorted(maps.Keys(bet.Picks)) { // rounding depends on the order
		pick := bet.Picks[name]
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(matches) || strconv.Itoa(i) != name || pick < 0 || pick > 2 {
			return nil, 0, errBet
		}
		m := matches[i]
		result := randomWeighted([]int64{1_000_000 / m.Odds[0], 1_000_000 / m.Odds[1], 1_000_000 / m.Odds[2]})
		scores[name] = randomScore(result)
		if odds = odds * m.Odds[pick] / 100; result != pick {
			odds = 0
		}
	}
	return map[string]any{"scores": scores}, odds, nil
}

// randomScore returns a random score with this result.
func randomScore(result int) [2]int64 {
	low := randomBelow(3)
	high := low + 1 + randomBelow(2)
	return [][2]int64{{high, low}, {low, low}, {low, high}}[result]
}

var lotteryNumber = map[string]*regexp.Regexp{
	"three": regexp.MustCompile(`^[0-9]{3}$`), "two": regexp.MustCompile(`^[0-9]{2}$`), "run": regexp.MustCompile(`^[0-9]$`),
}

// drawLottery draws three digits (top) and two digits (bottom). It pays 900 times for all three in order, 90
// times for the two, and 3.2 times for one digit among the three.
func drawLottery(bet betRequest) (map[string]any, int64, error) {
	form := lotteryNumber[bet.Kind]
	if form == nil || !form.MatchString(bet.Number) {
		return nil, 0, errBet
	}
	top, bottom := strconv.FormatInt(1000+randomBelow(1000), 10)[1:], strconv.FormatInt(100+randomBelow(100), 10)[1:]
	won := map[string]int64{}
	if top == bet.Number {
		won["three"] = 90000
	}
	if bottom == bet.Number {
		won["two"] = 9000
	}
	if slices.Contains(strings.Split(top, ""), bet.Number) {
		won["run"] = 320
	}
	return map[string]any{"top": top, "bottom": bottom}, won[bet.Kind], nil
}
