package qr

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/provider"
)

// ListedOrder is an order in its gateway's list. Status is "" if the gateway's status is unknown to us.
type ListedOrder struct {
	Handle
	State
	At time.Time
}

// List returns a page of the orders of a gateway with the plain signed format. The call is
// GET /orders?from=&cursor=&limit= -> {orders, next}.
func (s *Signed) List(ctx context.Context, since time.Time, cursor string) (page []ListedOrder, next string, err error) {
	var a struct {
		Orders *[]struct {
			signedOrder
			CreatedAt time.Time `json:"createdAt"`
		} `json:"orders"`
		Next string `json:"next"`
	}
	query := url.Values{"from": {since.UTC().Format(time.RFC3339)}, "cursor": {cursor}, "limit": {strconv.Itoa(provider.PageSize)}}
	status, err := provider.SendSigned(provider.WithName(ctx, "qr:signed"), http.MethodGet, s.cfg.BaseURL+"/orders?"+query.Encode(), s.cfg.Key, nil, &a)
	if err := provider.ListError(status, err, a.Orders != nil); err != nil {
		return nil, "", err
	}
	for _, o := range *a.Orders {
		state, err := State{Status: o.Status, ID: o.ID, Amount: o.PaidAmount.Satang}.check()
		page = append(page, listedOrder(o.Reference, state, err, o.CreatedAt))
	}
	return page, a.Next, nil
}

func listedOrder(reference string, s State, err error, at time.Time) ListedOrder {
	if err != nil {
		s.Status = ""
	}
	return ListedOrder{Handle: Handle{Reference: reference, ID: s.ID}, State: s, At: at}
}

// List returns a page of KBANK's orders. The bank documents no such call; this one is in the style of its
// API. Error: provider.ErrNoList if the call does not exist.
func (k *KBank) List(ctx context.Context, since time.Time, cursor string) (page []ListedOrder, next string, err error) {
	call := struct {
		kbankCall
		From      string `json:"fromDt"`
		PageToken string `json:"pageToken"`
		PageSize  int    `json:"pageSize"`
	}{k.call(newUID()), since.In(clock.Bangkok).Format(kbankTime), cursor, provider.PageSize}
	var a struct {
		StatusCode   string `json:"statusCode"`
		Transactions *[]struct {
			PartnerTxnUID string    `json:"partnerTxnUid"`
			TxnStatus     string    `json:"txnStatus"`
			TxnAmount     amount    `json:"txnAmount"`
			CreatedDt     time.Time `json:"createdDt"`
		} `json:"transactions"`
		Next string `json:"nextPageToken"`
	}
	status, err := k.token.Call(ctx, func(bearer string) (int, error) {
		return provider.PostJSON(provider.WithName(ctx, "qr:KBANK"), k.cfg.BaseURL+"/v1/qrpayment/transactions", http.Header{"Authorization": {"Bearer " + bearer}}, call, &a)
	})
	if err := provider.ListError(status, queryError(err), a.StatusCode == kbankOK && a.Transactions != nil); err != nil {
		return nil, "", err
	}
	for _, t := range *a.Transactions {
		state, err := State{Status: kbankMeaning[t.TxnStatus], ID: t.PartnerTxnUID, Amount: t.TxnAmount.Satang}.check()
		page = append(page, listedOrder(t.PartnerTxnUID, state, err, t.CreatedDt))
	}
	return page, a.Next, nil
}

// List returns a page of PAYONEX's orders, newest first, by page number. New orders shift older ones to later
// pages. So some orders may be listed twice, but none is left out.
func (p *PayoneX) List(ctx context.Context, since time.Time, cursor string) (page []ListedOrder, next string, err error) {
	number := 1
	if cursor != "" {
		if number, err = strconv.Atoi(cursor); err != nil {
			return nil, "", fmt.Errorf("%w: no such page", provider.ErrDown)
		}
	}
	var list struct {
		Data       *[]payoneXOrder `json:"data"`
		TotalPages int             `json:"totalPages"`
	}
	err = p.send(ctx, http.MethodGet, fmt.Sprintf("/transactions?page=%d&size=%d&filter=deposit", number, searchSize), nil, &list)
	switch {
	case errors.Is(err, ErrUnknownOrder):
		return nil, "", provider.ErrNoList
	case err != nil:
		return nil, "", queryError(err)
	case list.Data == nil:
		return nil, "", fmt.Errorf("%w: no list", provider.ErrDown)
	}
	older := false
	for _, o := range *list.Data {
		if o.CreatedAt <= 0 { // without a time the end of the list cannot be found
			return nil, "", fmt.Errorf("%w: an order without a time", provider.ErrDown)
		}
		at := time.UnixMilli(o.CreatedAt)
		if older = older || at.Before(since); at.Before(since) {
			continue
		}
		state, err := o.state()
		page = append(page, listedOrder(o.ReferenceID, state, err, at))
	}
	if !older && number < list.TotalPages {
		next = strconv.Itoa(number + 1)
	}
	return page, next, nil
}
