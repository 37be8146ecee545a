package media_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"krapao/backend/platform/media"
	"krapao/backend/platform/media/mediatest"
)

func cleanVideo(t *testing.T, video []byte) ([]byte, error) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "video"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(video); err != nil {
		t.Fatal(err)
	}
	err = media.CleanVideo(f, int64(len(video)))
	out, readErr := os.ReadFile(f.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return out, err
}

func TestClean_Video_PlaysTheSameWithoutItsLocation(t *testing.T) {
	before := mediatest.MOV("pictures and sound")

	after, err := cleanVideo(t, before)

	if err != nil || len(after) != len(before) || bytes.Contains(after, []byte("13.7563N")) {
		t.Fatalf("%v, %d bytes of %d", err, len(after), len(before))
	}
	if !bytes.Contains(after, []byte("pictures and sound")) {
		t.Error("the pictures are missing")
	}
	again, err := cleanVideo(t, after)
	if err != nil || !bytes.Equal(again, after) {
		t.Errorf("cleaning a clean file changes it: %v", err)
	}
}

// Browsers and some car cameras write a video in fragments.
func TestCleanVideo_VideoInFragments_KeepsOnlyWhatPlayersNeed(t *testing.T) {
	secret := func(kind string) []byte { return mediatest.Box(kind, []byte(mediatest.Secret)) }
	index := func(count uint32, more ...[]byte) []byte {
		return mediatest.Box("sidx", append([][]byte{mediatest.Numbers(0, 1, 1000, 0, 0, count, 44, 1000, 0)}, more...)...)
	}
	kept := [][]byte{
		mediatest.Box("ftyp", []byte("iso5"), mediatest.Numbers(0)),
		mediatest.Box("moov", mediatest.Box("mvhd", make([]byte, 100)), mediatest.Track("vide", 0), mediatest.Box("mvex", mediatest.Box("trex", make([]byte, 24)))),
		index(1),
		mediatest.Box("moof", mediatest.Box("mfhd", mediatest.Numbers(0, 1)), mediatest.Box("traf", mediatest.Box("tfhd", mediatest.Numbers(0, 1)), mediatest.Box("trun", mediatest.Numbers(0, 0)))),
		mediatest.Box("mdat", []byte("pictures")),
		mediatest.Box("mfra", mediatest.Box("tfra", mediatest.Numbers(0, 1, 0, 0)), mediatest.Box("mfro", mediatest.Numbers(0, 24))),
	}
	kept[1] = bytes.ReplaceAll(kept[1], []byte(mediatest.Secret), make([]byte, len(mediatest.Secret)))
	kept[1] = bytes.ReplaceAll(bytes.ReplaceAll(bytes.ReplaceAll(kept[1], []byte("udta"), []byte("free")), []byte("skip"), []byte("free")), []byte("GPS "), []byte("free"))

	for name, hidden := range map[string][]byte{
		"free space":             secret("free"),
		"skipped space":          secret("skip"),
		"wide":                   secret("wide"),
		"an event":               secret("emsg"),
		"a segment's type":       secret("styp"),
		"its producer's clock":   secret("prft"),
		"an unknown box":         secret("GPS "),
		"data after an index":    index(1, []byte(mediatest.Secret)),
		"a fragment":             mediatest.Box("moof", secret("uuid"), mediatest.Box("traf", secret("free"))),
		"a table of fragments":   mediatest.Box("mfra", secret("GPS ")),
		"a box for fragments":    mediatest.Box("moov", mediatest.Box("mvex", secret("GPS "))),
		"a fragment's loose end": mediatest.Box("moof", []byte("13N")),
	} {
		before := bytes.Join([][]byte{kept[0], hidden, bytes.Join(kept[1:], nil)}, nil)

		after, err := cleanVideo(t, before)

		if err != nil || len(after) != len(before) || bytes.Contains(after, []byte("13")) {
			t.Errorf("%s: %v, %q", name, err, after)
		}
		if !bytes.HasSuffix(after, bytes.Join(kept[1:], nil)) || !bytes.HasPrefix(after, kept[0]) {
			t.Errorf("%s: what players need has changed", name)
		}
	}
}

// The video was recorded by Chromium.
func TestCleanVideo_RealVideo_ChangesNoByteThatIsPlayed(t *testing.T) {
	video, err := os.ReadFile("testdata/av1.mp4")
	if err != nil {
		t.Fatal(err)
	}

	after, err := cleanVideo(t, append(bytes.Clone(video), mediatest.Box("skip", []byte(mediatest.Secret))...))

	if want := append(video, mediatest.Box("free", make([]byte, len(mediatest.Secret)))...); err != nil || !bytes.Equal(after, want) {
		t.Errorf("%v, %d bytes", err, len(after))
	}
}

func TestClean_OnlyBeginsLikeAVideo_IsDamaged(t *testing.T) {
	whole := mediatest.MOV("pictures and sound")
	head := mediatest.Box("ftyp", []byte("isom"), mediatest.Numbers(0))
	sound := mediatest.Box("moov", mediatest.Track("soun", 8, 1))
	for name, file := range map[string][]byte{
		"a page":                      append(bytes.Clone(head), "<script>alert(1)</script>"...),
		"its head alone":              head,
		"half of a video":             whole[:len(whole)/2],
		"no picture":                  append(append(bytes.Clone(head), sound...), mediatest.Box("mdat", []byte("x"))...),
		"no data":                     append(bytes.Clone(head), mediatest.Box("moov", mediatest.Track("vide", 8, 1))...),
		"a part longer than the file": append(bytes.Clone(whole), mediatest.Numbers(1<<30)...),
		"a part of no length":         append(bytes.Clone(whole), append(mediatest.Numbers(4), "free"...)...),
		"a track without a kind":      append(bytes.Clone(head), mediatest.Box("moov", mediatest.Box("trak", mediatest.Box("tkhd")))...),
	} {
		if _, err := cleanVideo(t, file); !errors.Is(err, media.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestClean_TrackPointsOutsideTheVideo_WritesNothingThere(t *testing.T) {
	data := mediatest.Box("mdat", []byte("pictures"))
	head := mediatest.Box("ftyp", []byte("isom"), mediatest.Numbers(0))
	for name, track := range map[string][]byte{
		"after the end":      mediatest.Track("meta", 1<<31, 10),
		"over the end":       mediatest.Track("meta", 30, 1<<30),
		"more than the file": mediatest.Track("meta", 8, 200, 200, 200, 200, 200, 200),
	} {
		file := bytes.Join([][]byte{head, data, mediatest.Box("moov", mediatest.Track("vide", 30, 1), track)}, nil)

		out, err := cleanVideo(t, file)

		if !errors.Is(err, media.ErrDamaged) || len(out) != len(file) {
			t.Errorf("%s: %v, %d bytes of %d", name, err, len(out), len(file))
		}
	}
}

func FuzzCleanVideo(f *testing.F) {
	f.Add(mediatest.MOV("pictures and sound"))
	f.Fuzz(func(t *testing.T, file []byte) {
		out, err := cleanVideo(t, file)
		if len(out) != len(file) {
			t.Fatalf("%d bytes became %d, %v", len(file), len(out), err)
		}
	})
}
