package slippic

import (
	"slices"
	"testing"
	"time"

	"golang.org/x/image/font/sfnt"
)

// The wanted numbers are what HarfBuzz makes of the same files.
func TestMarksAreDrawnAsTheFontsOwnRulesWant(t *testing.T) {
	for _, face := range []typeface{regular, semibold} {
		for text, want := range map[string][]sfnt.GlyphIndex{
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
			var got []sfnt.GlyphIndex
			for _, g := range face.shape(text) {
				got = append(got, g.id)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", text, got, want)
			}
		}
	}
}

func TestAToneFollowsAVowelThatGivesWay(t *testing.T) {
	// HarfBuzz: -147 in one weight, -173 in the other.
	tone := regular.shape("ปี้")[2]
	if tone.dx > -140 || tone.dx < -175 {
		t.Errorf("the tone moves by %v", tone.dx)
	}
}

func TestTheDateIsBangkoksInTheBuddhistYear(t *testing.T) {
	if got := thaiTime(time.Date(2026, 12, 31, 17, 5, 0, 0, time.UTC)); got != "1 ม.ค. 2570 00:05 น." {
		t.Error(got)
	}
	if got := thaiTime(time.Date(2026, 11, 21, 7, 2, 0, 0, time.UTC)); got != "21 พ.ย. 2569 14:02 น." {
		t.Error(got)
	}
}

func TestABankIsKnownByNumberAndByName(t *testing.T) {
	if a, b := brandOf("014", ""), brandOf("", "ไทยพาณิชย์"); a != b || a.sign != "SCB" {
		t.Errorf("got %+v and %+v", a, b)
	}
	if other := brandOf("069", "เกียรตินาคินภัทร"); other.paint != grey || other.sign != "ก" {
		t.Errorf("got %+v", other)
	}
}
