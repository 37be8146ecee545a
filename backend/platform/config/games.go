package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Game is the address of a slot's provider, with our credentials there.
type Game struct{ URL, ID, Secret string }

// Game returns the address of a slot's provider. URL is empty if the slot is neither configured nor
// simulated.
func (c Config) Game(slot string) Game {
	g, known := c.Games[slot]
	if !known && c.GamesURL != "" {
		return Game{URL: c.GamesURL + "/" + slot, ID: "sandbox-id", Secret: "sandbox-key"}
	}
	return g
}

// readGames reads GAME_<SLOT>_URL, _ID and _SECRET from the environment.
func readGames(environ []string) map[string]Game {
	out := map[string]Game{}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		rest, ours := strings.CutPrefix(name, "GAME_")
		slot, what, whole := strings.Cut(rest, "_")
		if !ours || !whole || slot == "" || value == "" {
			continue
		}
		slot = strings.ToLower(slot)
		g := out[slot]
		switch what {
		case "URL":
			g.URL = value
		case "ID":
			g.ID = value
		case "SECRET":
			g.Secret = value
		default:
			continue
		}
		out[slot] = g
	}
	return out
}

// GameSecrets are the keys that encrypt game accounts' passwords, by their ids. Current is the id of the key for
// new passwords.
type GameSecrets struct {
	Current byte
	Secrets map[byte][]byte
}

// GameSecrets returns the keys of GAME_KEYS, and the key derived from SECRET_KEY. The derived key decrypts
// passwords from before GAME_KEYS was set.
func (c Config) GameSecrets() (GameSecrets, error) {
	out := GameSecrets{Secrets: map[byte][]byte{0: []byte(c.SecretKey)}}
	for i, pair := range c.GameKeys {
		id, secret, ok := strings.Cut(strings.TrimSpace(pair), ":")
		n, err := strconv.ParseUint(id, 10, 8)
		if !ok || err != nil || n == 0 || len(secret) < 32 {
			return out, fmt.Errorf("config: GAME_KEYS has ID:SECRET pairs, with an ID from 1 to 255 and a SECRET of 32 characters at least; its pair %d is none", i+1)
		}
		out.Secrets[byte(n)] = []byte(secret)
		if i == 0 {
			out.Current = byte(n)
		}
	}
	return out, nil
}
