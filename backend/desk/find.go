package desk

import (
	"context"

	"krapao/backend/identity"
	"krapao/backend/statement"
)

// MemberSearchResult is a member in a search result.
type MemberSearchResult struct {
	identity.FoundMember
	Line *statement.Line `json:"line,omitempty" doc:"The statement line, if the query was its reference."`
}

// FindMembers searches members as identity.FindMembers does, and statement lines by reference or id
// (statement.FindByReference). The members of these lines come first.
func (s *Service) FindMembers(ctx context.Context, text string) ([]MemberSearchResult, error) {
	lines, err := s.Statement.FindByReference(ctx, text)
	if err != nil {
		return nil, err
	}
	out, err := s.membersOfLines(ctx, lines)
	if err != nil {
		return nil, err
	}
	members, err := s.Identity.FindMembers(ctx, text)
	for _, m := range members {
		out = append(out, MemberSearchResult{FoundMember: m})
	}
	return out, err
}

// membersOfLines returns the members of these statement lines, each member once.
func (s *Service) membersOfLines(ctx context.Context, lines []statement.MemberLine) ([]MemberSearchResult, error) {
	out := []MemberSearchResult{}
	if len(lines) == 0 {
		return out, nil
	}
	ids := make([]int64, 0, len(lines))
	for _, l := range lines {
		ids = append(ids, l.MemberID)
	}
	members, err := s.Identity.MembersByID(ctx, ids)
	for _, l := range lines {
		if m, first := members[l.MemberID]; first {
			out = append(out, MemberSearchResult{m, &l.Line})
			delete(members, l.MemberID)
		}
	}
	return out, err
}
