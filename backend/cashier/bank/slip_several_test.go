package bank_test

import (
	"bytes"
	"image"
	"image/draw"
	_ "image/jpeg"
	"image/png"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/bank"
	"krapao/backend/server/servertest"
)

// stackPictures returns one picture with several slips, one below the other.
func stackPictures(t *testing.T, pictures ...[]byte) []byte {
	t.Helper()
	var slips []image.Image
	var size image.Point
	for _, data := range pictures {
		one, _, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		slips = append(slips, one)
		size = image.Pt(max(size.X, one.Bounds().Dx()), size.Y+one.Bounds().Dy())
	}
	all, y := image.NewRGBA(image.Rectangle{Max: size}), 0
	for _, one := range slips {
		draw.Draw(all, image.Rect(0, y, size.X, y+one.Bounds().Dy()), one, one.Bounds().Min, draw.Src)
		y += one.Bounds().Dy()
	}
	var out bytes.Buffer
	if err := png.Encode(&out, all); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func uploadSlip(m *servertest.Client, picture []byte) bank.Slip {
	id := uuid.New()
	m.Upload(id, time.Time{}, picture).Want(http.StatusAccepted)
	return m.WaitSlip(id)
}

func TestSlip_PictureWithTwoSlips_CountsAsTheMembersOwn(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	other := h.AddMember()
	for name, stranger := range map[string]func(m *servertest.Client) []byte{
		"one that no bank knows": func(m *servertest.Client) []byte { return m.Forge(map[string]any{"kind": "selfmade"}) },
		"another member's": func(m *servertest.Client) []byte {
			return m.Picture(other.Transfer(servertest.Transfer{Amount: 900}).Slip.JPG)
		},
		"one that was credited before": func(m *servertest.Client) []byte {
			used := m.Transfer(servertest.Transfer{Amount: 50})
			m.SubmitSlip(used)
			return m.Picture(used.Slip.JPG)
		},
		"one into a stranger's account": func(m *servertest.Client) []byte {
			return m.Picture(m.Transfer(servertest.Transfer{Amount: 900, ToAccountNo: "1112223399"}).Slip.JPG)
		},
	} {
		for _, isAbove := range []bool{true, false} {
			m := h.AddMember()
			pictures := [][]byte{stranger(m), m.Picture(m.Transfer(servertest.Transfer{Amount: 100.25}).Slip.JPG)}
			if !isAbove {
				pictures[0], pictures[1] = pictures[1], pictures[0]
			}

			slip := uploadSlip(m, stackPictures(t, pictures...))

			if slip.Status != "SUCCESS" || slip.Amount.String() != "100.25" {
				t.Errorf("%s, above %v: %+v", name, isAbove, slip)
			}
		}
	}
	if other.Balance() != "0.00" {
		t.Errorf("the other member has %s", other.Balance())
	}
	h.CheckInvariants()
}

func TestSlip_TwoOwnSlipsInOnePicture_FailsAndClaimsNeither(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	first, second := m.Transfer(servertest.Transfer{Amount: 100}), m.Transfer(servertest.Transfer{Amount: 200})

	slip := uploadSlip(m, stackPictures(t, m.Picture(first.Slip.JPG), m.Picture(second.Slip.JPG)))

	if slip.Status != "FAILED" || slip.Note != "TWO_SLIPS" || m.Balance() != "0.00" {
		t.Errorf("%+v, balance %s", slip, m.Balance())
	}
	if one, two := m.SubmitSlip(first), m.SubmitSlip(second); one.Status != "SUCCESS" || two.Status != "SUCCESS" || m.Balance() != "300.00" {
		t.Errorf("uploaded separately: %+v, %+v, balance %s", one, two, m.Balance())
	}
	h.CheckInvariants()
}

func TestSlip_PictureWithTwoSlips_WaitsWhileVerifierIsDown(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	picture := stackPictures(t, m.Forge(map[string]any{"kind": "selfmade"}), m.Picture(m.Transfer(servertest.Transfer{Amount: 100}).Slip.JPG))
	h.Fault("slip", "http500", "", 1000, 0)
	id := uuid.New()
	m.Upload(id, time.Time{}, picture).Want(http.StatusAccepted)
	h.WaitUntil("a check", func() bool { return h.Count(`select count(*) from slip where trans_ref <> ''`) == 1 })

	h.Control("DELETE", "/faults", nil, nil)
	h.RunDelayedJobs()

	if slip := m.WaitSlip(id); slip.Status != "SUCCESS" || m.Balance() != "100.00" {
		t.Errorf("%+v, balance %s", slip, m.Balance())
	}
	h.CheckInvariants()
}

func TestSlip_AllSlipsInPictureRefused_HasNoteOfMembersBank(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	stranger := m.Picture(m.Transfer(servertest.Transfer{Amount: 100, FromBank: "SCB", FromAccountNo: "1234567890"}).Slip.JPG)
	old := m.Picture(m.Transfer(servertest.Transfer{Amount: 100, At: h.Clock.Now().Add(-2 * time.Hour)}).Slip.JPG)

	slip := uploadSlip(m, stackPictures(t, stranger, old))

	if slip.Status != "FAILED" || slip.Note != "EXPIRED_SLIP" {
		t.Errorf("%+v", slip)
	}
}

// The trigger simulates a second worker, which stores its code each time after this worker has stored one.
func TestSlip_CodeReplacedByAnotherWorker_IsNotCredited(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	own := m.Transfer(servertest.Transfer{Amount: 900})
	h.Exec(`create function other_worker() returns trigger language plpgsql as $$ begin new.trans_ref := 'OTHER'; return new; end $$`)
	h.Exec(`create trigger other_worker before update of trans_ref on slip for each row execute function other_worker()`)
	id := uuid.New()
	m.Upload(id, time.Time{}, m.Picture(own.Slip.JPG)).Want(http.StatusAccepted)
	awaitFailedCheck(t, h)
	before, meanwhile := m.Balance(), m.Slip(id)

	h.Exec(`drop trigger other_worker on slip`)
	h.RunDelayedJobs()

	if after := m.WaitSlip(id); before != "0.00" || meanwhile.Status != "PENDING" || after.Status != "SUCCESS" || m.Balance() != "900.00" {
		t.Errorf("%s and %+v, then %+v", before, meanwhile, after)
	}
	if n := h.Count(`select count(*) from deposit_claim where trans_ref = 'OTHER'`); n != 0 {
		t.Error("another transfer was claimed")
	}
	h.CheckInvariants()
}

// awaitFailedCheck waits until a slip's check has failed and its job is scheduled again.
func awaitFailedCheck(t *testing.T, h *servertest.Environment) {
	t.Helper()
	for range 1200 {
		failed := servertest.Value[bool](h, `select exists (select from river_job where kind = 'check_slip' and attempt > 0 and state in ('retryable', 'available'))`)
		if failed {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no check failed")
}
