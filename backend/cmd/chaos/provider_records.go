package main

import (
	"strings"

	"krapao/backend/cmd/internal/environment"
)

// providerRecords has the providers' records, and data by which a cashier assigns them to members and items.
type providerRecords struct {
	*environment.Records
	owners   map[string]string // account number to the member's _id
	returned map[string]bool   // items whose money was returned
}

func readProviderRecords(s *site) (*providerRecords, error) {
	all, err := s.ReadRecords()
	if err != nil {
		return nil, err
	}
	records := &providerRecords{Records: all, owners: map[string]string{}, returned: map[string]bool{}}
	for _, transfer := range all.Transfers {
		if id, is := strings.CutPrefix(transfer.ToName, returnName); is {
			records.returned[id] = true
		}
	}
	members, err := s.queryText(`select coalesce(string_agg(bank_account_no || ' ' || public_id, E'\n'), '') from member`)
	for _, line := range strings.Split(members, "\n") {
		if account, id, ok := strings.Cut(line, " "); ok {
			records.owners[account] = id
		}
	}
	return records, err
}
