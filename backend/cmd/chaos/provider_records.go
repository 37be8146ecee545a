package main

import (
	"strings"

	"krapao/backend/cmd/internal/environment"
)

// providerRecords has the providers' records, and other data that a cashier needs.
type providerRecords struct {
	*environment.Records
	owners   map[string]string // account number to the member's _id
	returned map[string]bool   // items whose money was returned
}

func readProviderRecords(t *site) (*providerRecords, error) {
	records, err := t.ReadRecords()
	if err != nil {
		return nil, err
	}
	o := &providerRecords{Records: records, owners: map[string]string{}, returned: map[string]bool{}}
	for _, b := range records.Transfers {
		if id, is := strings.CutPrefix(b.ToName, returnName); is {
			o.returned[id] = true
		}
	}
	members, err := t.sql(`select coalesce(string_agg(bank_account_no || ' ' || public_id, E'\n'), '') from member`)
	for _, line := range strings.Split(members, "\n") {
		if account, id, ok := strings.Cut(line, " "); ok {
			o.owners[account] = id
		}
	}
	return o, err
}
