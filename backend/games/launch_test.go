package games_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/platform/pg"
	"krapao/backend/server/servertest"
)

const number = "00112233445566778899aabbccddeeff"

// takeLaunch fetches a launch as the page of a new window does, without a session.
func takeLaunch(t *testing.T, h *servertest.Environment, number string) (status int, entry struct {
	Link, Action, Refused string
	Fields                map[string]string
},
) {
	t.Helper()
	res, err := http.Post(h.URL+"/play-door/take", "application/json", strings.NewReader(`{"launch":"`+number+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	_ = json.Unmarshal(text, &entry)
	return res.StatusCode, entry
}

func requestLaunch(m *servertest.Client, slot, number string) servertest.Response {
	return m.Call("POST", "/api/wallet/launch/"+slot, map[string]string{"launch": number})
}

func TestLaunch_FetchedByItsWindow_WorksOnceWithinAMinute(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	late := strings.ReplaceAll(number, "00", "77")

	before, _ := takeLaunch(t, h, number)
	requestLaunch(m, "circus", number).Want(http.StatusOK)
	requestLaunch(m, "circus", number).Want(http.StatusOK)
	status, entry := takeLaunch(t, h, number)
	again, second := takeLaunch(t, h, number)
	requestLaunch(m, "circus", late).Want(http.StatusOK)
	h.Clock.Advance(61 * time.Second)
	expired, _ := takeLaunch(t, h, late)

	if before != http.StatusAccepted || status != http.StatusOK || !strings.HasPrefix(entry.Link, h.SandboxURL) {
		t.Errorf("before %d; then %d %q", before, status, entry.Link)
	}
	if again != http.StatusNotFound || second.Link != "" || expired != http.StatusNotFound {
		t.Errorf("again %d %q, a minute later %d", again, second.Link, expired)
	}
}

func TestLaunch_StoredWhileItsWindowAsks_WindowAsksAgain(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	takeLaunch(t, h, strings.Repeat("7", 32)) // makes the row that counts requests for unknown launches
	var meanwhile int
	var window sync.WaitGroup

	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "select from rate_counter where key like 'game:door:%' for update"); err != nil {
			return err
		}
		window.Go(func() { meanwhile, _ = takeLaunch(t, h, number) })
		h.WaitUntil("the window's request to find no launch, and to be counted", func() bool {
			return h.Count(`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) > 0
		})
		requestLaunch(m, "circus", number).Want(http.StatusOK)
		return nil
	})
	window.Wait()
	status, entry := takeLaunch(t, h, number)

	if err != nil || meanwhile != http.StatusAccepted {
		t.Errorf("the first response is %d, %v", meanwhile, err)
	}
	if status != http.StatusOK || entry.Link == "" {
		t.Errorf("the next response is %d %+v", status, entry)
	}
}

// spec 2.72, P5.1
func TestLaunch_GameWithForm_PostsToItsProviderOnlyAndHidesThePassword(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/ufabet", nil).Want(http.StatusOK)
	var account games.Credentials
	m.Call("GET", "/api/wallet/account/ufabet", nil).Want(http.StatusOK).Into(&account)

	response := requestLaunch(m, "ufabet", number).Want(http.StatusOK)
	_, entry := takeLaunch(t, h, number)
	page, err := http.Get(h.URL + "/play/ufabet")
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()

	if strings.Contains(string(response.Body), account.Password) {
		t.Error("the app received the password")
	}
	if !strings.HasPrefix(entry.Action, h.SandboxURL) || entry.Fields["username"] != account.Username || entry.Fields["password"] != account.Password {
		t.Errorf("the form: %+v", entry)
	}
	if policy := page.Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "form-action "+h.SandboxURL) {
		t.Errorf("the page's policy: %s", policy)
	}
}

func TestLaunch_LanguageOfTheApp_IsSentToTheProvider(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	var account games.Credentials
	m.Call("POST", "/api/wallet/activate/joker2", nil).Want(http.StatusOK)
	m.Call("GET", "/api/wallet/account/joker2", nil).Want(http.StatusOK).Into(&account)
	for at, lang := range []string{"th", "lo", "en"} {
		own := number[:31] + strconv.Itoa(at)

		m.Call("POST", "/api/wallet/launch/joker2", map[string]string{"launch": own, "lang": lang}).Want(http.StatusOK)
		_, entry := takeLaunch(t, h, own)

		if got := linkQuery(t, entry.Link).Get("lang"); got != lang {
			t.Errorf("requested in %s, the game opens in %q", lang, got)
		}
	}

	requestLaunch(m, "joker2", number).Want(http.StatusOK)
	_, withoutLang := takeLaunch(t, h, number)
	var auto struct{ Link string }
	m.Call("GET", "/api/autoLogin/joker2/"+account.Username, nil).Want(http.StatusOK).Into(&auto)
	m.Call("POST", "/api/wallet/launch/joker2", map[string]string{"launch": number, "lang": "fr"}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")

	if got, autoLang := linkQuery(t, withoutLang.Link).Get("lang"), linkQuery(t, auto.Link).Get("lang"); got != "th" || autoLang != "th" {
		t.Errorf("without a language the game opens in %q, by autoLogin in %q", got, autoLang)
	}
}

func linkQuery(t *testing.T, link string) url.Values {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

func TestLaunch_TooManyUnknownNumbersFromOneAddress_RefusesThatAddressForAMinute(t *testing.T) {
	h := servertest.New(t, servertest.BehindProxy())
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	requestLaunch(m, "circus", number).Want(http.StatusOK)
	fetch := func(address, number string) servertest.Response {
		return h.Guest().With("X-Forwarded-For", address).Call("POST", "/play-door/take", map[string]string{"launch": number})
	}
	unknown := strings.Repeat("7", 32)

	found := fetch("198.51.100.7", number)
	first := fetch("198.51.100.7", unknown)
	counted, err := h.Pool.Exec(t.Context(), `update rate_counter set hits = 600 where key like 'game:door:%' and hits = 1`)
	if err != nil {
		t.Fatal(err)
	}
	second, elsewhere := fetch("198.51.100.7", unknown), fetch("198.51.100.8", unknown)
	h.Clock.Advance(61 * time.Second)
	later := fetch("198.51.100.7", unknown)

	if found.Status != http.StatusOK || first.Status != http.StatusAccepted || counted.RowsAffected() != 1 {
		t.Errorf("a known launch %d, an unknown launch %d, counted %d", found.Status, first.Status, counted.RowsAffected())
	}
	if second.Status != http.StatusTooManyRequests {
		t.Errorf("beyond the limit: %d", second.Status)
	}
	if elsewhere.Status != http.StatusAccepted || later.Status != http.StatusAccepted {
		t.Errorf("another address %d, a minute later %d", elsewhere.Status, later.Status)
	}
}

// openLinkAsBrowser opens a link as a browser does. It returns the username that the provider logs in, or ""
// if there is none.
func openLinkAsBrowser(t *testing.T, h *servertest.Environment, slot, link string) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	var state struct{ Username string }
	for _, address := range []string{link, h.SandboxURL + "/games/" + slot + "/state"} {
		res, err := browser.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		_ = json.Unmarshal(text, &state) // the game's page is not JSON, and leaves state unchanged
	}
	return state.Username
}

// spec 2.74, 7.59a, 7.59b, 7.59c, 7.59d, 7.59e, 7.59f, 7.59g, 7.59h, 7.59i, 7.59j, 7.59k, D1.28a, D1.28b, P5.1
// spec 8.14e
func TestAutoLogin_UsernameOfAnotherMember_IsRefused(t *testing.T) {
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	for slot, rest := range map[string]string{
		"pg": "", "betflix": "", "askmebet": "/-", "imi": "/-", "usun": "/-", "areaslot": "", "circus": "/-", "slotracha": "/-", "pgslot": "/-", "joker2": "", "huayhd": "",
	} {
		t.Run(slot, func(t *testing.T) {
			var mine, theirs games.Credentials
			for member, account := range map[*servertest.Client]*games.Credentials{m: &mine, other: &theirs} {
				member.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
				member.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(account)
			}

			var got struct{ Link string }
			m.Call("GET", "/api/autoLogin/"+slot+"/"+mine.Username+rest, nil).Want(http.StatusOK).Into(&got)
			if rest != "" { // any text may replace the password
				m.Call("GET", "/api/autoLogin/"+slot+"/"+mine.Username+"/not-the-password", nil).Want(http.StatusOK)
			}
			m.Call("GET", "/api/autoLogin/"+slot+"/"+theirs.Username+rest, nil).WantCode(http.StatusConflict, "SLOT_NO_ACCOUNT")

			if player := openLinkAsBrowser(t, h, slot, got.Link); player != mine.Username || player == theirs.Username {
				t.Errorf("the link %q logs in %q, not %q", got.Link, player, mine.Username)
			}
		})
	}
}

// spec 6.5c, 8.14e
func TestCredentials_AnotherMember_DoesNotGetThem(t *testing.T) {
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	m.Call("POST", "/api/wallet/activate/joker2", nil).Want(http.StatusOK)
	var mine games.Credentials
	m.Call("GET", "/api/wallet/account/joker2", nil).Want(http.StatusOK).Into(&mine)

	other.Call("GET", "/api/wallet/account/joker2", nil).WantCode(http.StatusConflict, "SLOT_NO_ACCOUNT")
	other.Call("POST", "/api/wallet/resetpassword/joker2", nil).WantCode(http.StatusConflict, "SLOT_NO_ACCOUNT")
	h.Guest().Call("GET", "/api/wallet/account/joker2", nil).Want(http.StatusUnauthorized)

	if mine.Username == "" || slotsOf(other)["joker2"].IsActive {
		t.Errorf("the other member's slot: %+v", slotsOf(other)["joker2"])
	}
}

// spec 3.10, D4.1
func TestCredentials_OfAnAccount_EqualThoseOfTheProviderAndAreStoredSealed(t *testing.T) {
	a := newFakeProvider(t)
	h := servertest.New(t, servertest.Game(first, a.URL))
	m := h.AddMember()
	before := slotsOf(m)[first].IsActive
	m.Call("POST", "/api/wallet/activate/"+first, nil).Want(http.StatusOK)
	var account games.Credentials
	m.Call("GET", "/api/wallet/account/"+first, nil).Want(http.StatusOK).Into(&account)

	theirs := a.passwords()
	plain := h.Count(`select count(*) from game_account a where strpos(encode(convert_to(a::text, 'UTF8'), 'escape'), $1) > 0
		or strpos(encode(a.password, 'escape'), $1) > 0`, account.Password)

	if before || !slotsOf(m)[first].IsActive || account.Password == "" || plain != 0 {
		t.Errorf("active before: %v; password %q; plain in %d rows", before, account.Password, plain)
	}
	if len(theirs) != 1 || theirs[account.Username] != account.Password {
		t.Errorf("the provider has %v, the member sees %+v", theirs, account)
	}
}

func TestLaunch_ProviderReturns500_WindowGetsTheRefusal(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	h.Control("POST", "/faults", map[string]any{"target": "game:circus:login", "mode": "http500"}, nil)

	requestLaunch(m, "circus", number).WantCode(http.StatusServiceUnavailable, "GAME_NOT_OPENED")
	_, entry := takeLaunch(t, h, number)

	if entry.Refused != "GAME_NOT_OPENED" || entry.Link != "" {
		t.Errorf("the window received %+v", entry)
	}
}

// spec 8.9a, 8.9b
func TestLaunch_PlayerUnknownToTheProvider_ReturnsTheErrorCodeOfThatGame(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for slot, want := range map[string]struct{ theirs, ours string }{
		"areaslot": {"USER_NOT_FOUND", "NOT_AREASLOT"}, "ufabet": {"3303", "NOT_UFABET"},
	} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
		h.Control("POST", "/faults", map[string]any{"target": "game:" + slot + ":login", "mode": "error", "code": want.theirs}, nil)

		got := requestLaunch(m, slot, number[:30]+strconv.Itoa(10+len(slot)))

		if got.Code() != want.ours {
			t.Errorf("%s: %d %s", slot, got.Status, got.Code())
		}
	}
}

// spec 3.11, D4.18
func TestCredentials_GameWithForm_IncludeTheFormsState(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for _, slot := range []string{"ufabet", "circus"} {
		m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
	}

	form, link := fetchCredentials(m, "ufabet"), fetchCredentials(m, "circus")
	h.Fault("game:ufabet:login", "http500", "", 1, 0)
	withoutForm := fetchCredentials(m, "ufabet")

	var wire struct {
		Event map[string]string `json:"event"`
	}
	m.Call("GET", "/api/wallet/account/ufabet", nil).Want(http.StatusOK).Into(&wire)
	if len(wire.Event) != 2 || wire.Event["__VIEWSTATE"] == "" || wire.Event["__EVENTVALIDATION"] == "" {
		t.Errorf("the form's state is %v", wire.Event)
	}
	if len(form.Event) == 0 || link.Event != nil {
		t.Errorf("with a form %v, with a link %v", form.Event, link.Event)
	}
	if withoutForm.Password != form.Password || len(withoutForm.Event) != 0 {
		t.Error("while the provider is down, the member does not get the password")
	}
}
