package games_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/backend/games"
	"krapao/backend/server/servertest"
)

func TestGameLink_InProduction_AllowsTheSlotsPublicOriginsOnly(t *testing.T) {
	s := &games.Service{
		Home:           "https://wallet.example/user/home",
		ProviderConfig: func(string) (url, id, secret string) { return "https://api.provider.example/v2", "", "" },
	}
	own := []string{
		"https://play.provider.example", "https://games.provider.example:8443", "https://wallet.example", "https://wallet.example:8443", "http://plain.example",
		"https://127.0.0.1", "https://10.0.0.7", "https://[::1]", "https://[::ffff:192.168.1.1]", "https://169.254.169.254", "https://localhost", "https://games.internal", "https://2130706433",
		"https://127.1", "https://0x7f.0.0.0x1", "https://provider",
	}
	for _, address := range []string{
		"https://play.provider.example/lobby?token=x", "https://PLAY.provider.example:443/", "https://games.provider.example:8443/#a", "https://api.provider.example/launch",
	} {
		if !s.IsAllowedGameURL(own, address) {
			t.Errorf("%s is refused", address)
		}
	}
	for _, address := range append(own[2:], "", "/lobby", "//play.provider.example/", "http://play.provider.example/", "https://play.provider.example:8443/", "https://provider.example/",
		"https://play.provider.example.evil.example/", "https://evil.example/play.provider.example", "https://play.provider.example@evil.example/", "https://evil.example\\@play.provider.example/",
		"https://user@play.provider.example/", "javascript:alert(1)", "https://play.provider.example\n.evil.example", "data:text/html,x", "https:play.provider.example") {
		if s.IsAllowedGameURL(own, address) {
			t.Errorf("%q is allowed", address)
		}
	}
}

func TestGameLink_SimulatedGames_AllowsTheSlotsOriginOnThisMachine(t *testing.T) {
	s := &games.Service{
		Home: "http://127.0.0.1:8080/user/home", Simulated: true,
		ProviderConfig: func(string) (url, id, secret string) { return "http://127.0.0.1:8090/games/circus", "", "" },
	}

	if !s.IsAllowedGameURL(nil, "http://127.0.0.1:8090/games/circus/play?t=1") {
		t.Error("the sandbox is refused")
	}
	for _, address := range []string{"http://127.0.0.1:8080/user/home", "http://127.0.0.1/", "http://127.0.0.1:8091/", "http://192.168.1.1:8090/", "http://localhost:8090/"} {
		if s.IsAllowedGameURL([]string{"http://127.0.0.1:8080", "http://192.168.1.1:8090"}, address) {
			t.Errorf("%s is allowed", address)
		}
	}
}

// newProviderWithOpening returns a provider with the generic format that returns the same link or form for every
// launch.
func newProviderWithOpening(t *testing.T, opening map[string]string) *httptest.Server {
	c := newFakeProvider(t)
	mux := http.NewServeMux()
	mux.Handle("/", c.Config.Handler)
	mux.HandleFunc("POST /players/{name}/launch", func(w http.ResponseWriter, r *http.Request) {
		response := map[string]string{"username": r.PathValue("name")}
		for name, value := range opening {
			response[name] = value
		}
		reply(w, http.StatusOK, response)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestLaunch_LinkToAnotherHost_IsRefusedAndLogged(t *testing.T) {
	for name, opening := range map[string]map[string]string{
		"another host": {"link": "https://evil.example/lobby"}, "ourselves": {"link": servertest.SiteOrigin + "/user/home"}, "a service of this machine": {"link": "http://127.0.0.1:9/x"},
		"a form": {"action": "https://evil.example/login"},
	} {
		t.Run(name, func(t *testing.T) {
			h := servertest.New(t, servertest.Game(first, newProviderWithOpening(t, opening).URL))
			m := h.AddMember()
			var account games.Credentials
			m.Call("POST", "/api/wallet/activate/"+first, nil).Want(http.StatusOK)
			m.Call("GET", "/api/wallet/account/"+first, nil).Want(http.StatusOK).Into(&account)

			requestLaunch(m, first, number).WantCode(http.StatusConflict, "GAME_NOT_OPENED")
			status, entry := takeLaunch(t, h, number)
			auto := m.Call("GET", "/api/autoLogin/"+first+"/"+account.Username+"/-", nil)

			text, _ := json.Marshal(entry)
			if status != http.StatusOK || entry.Refused != "GAME_NOT_OPENED" || entry.Link+entry.Action != "" || len(entry.Fields) > 0 {
				t.Errorf("the window received %d %s", status, text)
			}
			if auto.Status != http.StatusConflict || auto.Code() != "GAME_NOT_OPENED" {
				t.Errorf("by auto-login: %d %s", auto.Status, auto.Body)
			}
			if host := strings.Split(opening["link"]+opening["action"], "/")[2]; !strings.Contains(h.Logged(), "slot="+first+" host="+host) {
				t.Errorf("the log does not name %s: %s", host, h.Logged())
			}
		})
	}
}

func TestLaunch_LinkToAnOriginStoredWithTheSlot_Opens(t *testing.T) {
	h := servertest.New(t, servertest.Game(first, newProviderWithOpening(t, map[string]string{"link": "https://play.provider.example/lobby"}).URL))
	h.Exec("update slot set origins = '{https://play.provider.example}' where code = $1", first)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/activate/"+first, nil).Want(http.StatusOK)

	requestLaunch(m, first, number).Want(http.StatusOK)

	if _, entry := takeLaunch(t, h, number); entry.Link != "https://play.provider.example/lobby" {
		t.Errorf("%+v", entry)
	}
}
