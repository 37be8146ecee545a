package slippic

import (
	"slices"
	"testing"
	"time"

	"github.com/go-text/typesetting/font"
)

// The expected numbers come from HarfBuzz with the same font files.
func TestShape_MarksOfEachFont_FollowTheFontsRules(t *testing.T) {
	for _, face := range []typeface{regular, semibold} {
		for text, want := range map[string][]font.GID{
			"ที่":  {29, 102, 84},
			"ป้":   {33, 88},
			"ปี้":  {33, 103, 87},
			"ป๋":   {33, 119},
			"กู้":  {1, 117, 86},
			"ฎุ":   {18, 116},
			"ฏู":   {20, 118},
			"ฬี้":  {53, 102, 87},
			"ฬุ":   {52, 115},
			"ญู":   {16, 117},
			"ฐุ":   {22, 115},
			"ญ":    {15},
			"ฝั่ง": {35, 82, 84, 7},
			"ทำ":   {29, 108, 57},
			"น้ำ":  {31, 110, 57},
			"ป๋ำ":  {33, 124, 57},
			"ก็":   {1, 97},
		} {
			var got []font.GID
			for _, g := range new(shaper).shape(face, text) {
				got = append(got, g.id)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", text, got, want)
			}
		}
	}
}

func TestShape_ToneOnVowelBesideTallLetter_MovesAsHarfBuzzMovesIt(t *testing.T) {
	for name, tc := range map[string]struct {
		face typeface
		dx   float32
	}{"regular": {regular, -.147}, "semibold": {semibold, -.173}} {
		if tone := new(shaper).shape(tc.face, "ปี้")[2]; tone.dx != tc.dx {
			t.Errorf("%s: the tone moves by %v", name, tone.dx)
		}
	}
}

func TestShape_LineOfTwoFonts_DrawsEachLetterInItsOwnFont(t *testing.T) {
	for _, g := range new(shaper).shape(regular, "ก A ข 金") {
		if g.id == 0 && g.face.Font != regular.latin {
			t.Error("the Thai font draws a letter that it lacks")
		}
	}
	if got := new(shaper).shape(regular, "กA"); len(got) != 2 || got[0].face.Font != regular.thai || got[1].face.Font != regular.latin {
		t.Errorf("got %+v", got)
	}
}

func TestDraw_Date_IsInBangkokAndTheBuddhistYear(t *testing.T) {
	if got := thaiTime(time.Date(2026, 12, 31, 17, 5, 0, 0, time.UTC)); got != "1 ม.ค. 2570 00:05 น." {
		t.Error(got)
	}
	if got := thaiTime(time.Date(2026, 11, 21, 7, 2, 0, 0, time.UTC)); got != "21 พ.ย. 2569 14:02 น." {
		t.Error(got)
	}
}

func TestBank_ByNumberOrName_IsFound(t *testing.T) {
	if a, b := brandOf("014", ""), brandOf("", "ไทยพาณิชย์"); a != b || a.badgeText != "SCB" {
		t.Errorf("got %+v and %+v", a, b)
	}
	if other := brandOf("069", "เกียรตินาคินภัทร"); other.colour != grey || other.badgeText != "ก" {
		t.Errorf("got %+v", other)
	}
}
