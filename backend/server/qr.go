package server

import (
	"context"

	"krapao/backend/cashier/qr"
	"krapao/backend/content"
	"krapao/backend/platform/config"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	gateway "krapao/backend/provider/qr"
)

// newQR creates the QR deposits with the configured gateways, and connects them to the deposit lookup.
func (s *Server) newQR(keyed web.Keyed, limits limit.Counter) (*qr.Service, error) {
	least, err := s.cfg.QR.Minimums()
	if err != nil {
		return nil, err
	}
	most, err := s.cfg.QR.Maximums()
	if err != nil {
		return nil, err
	}
	q := &qr.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Queue: s.Queue, Limits: limits, Cashier: s.Cashier, Identity: s.Identity, Content: s.Content,
		Clients: gateways(s.cfg.QR), Min: least, Max: most, PublicURL: s.cfg.PublicURL,
	}
	s.Content.QR = func(ctx context.Context, tx pg.DB) (out content.DepositGateways) {
		open, paused := q.OpenGateways(ctx, tx)
		for _, g := range open {
			out.Open = append(out.Open, content.DepositQR{
				Provider: g.Provider, MinDeposit: g.MinDeposit, MaxDeposit: g.MaxDeposit, Presets: g.Presets, Resting: g.Resting,
			})
		}
		out.Paused = paused
		return out
	}
	return q, nil
}

// gateways returns the clients of the gateways that have a configured address.
func gateways(c config.QR) map[string]gateway.Gateway {
	all := map[string]gateway.Gateway{}
	if c.KBankURL != "" {
		all[qr.KBank] = gateway.NewKBank(gateway.KBankConfig{
			BaseURL: c.KBankURL, ConsumerID: c.KBankConsumerID, ConsumerSecret: c.KBankConsumerSecret,
			PartnerID: c.KBankPartnerID, PartnerSecret: c.KBankPartnerSecret, MerchantID: c.KBankMerchantID,
		})
	}
	if c.PayoneXURL != "" {
		all[qr.PayoneX] = gateway.NewPayoneX(gateway.PayoneXConfig{BaseURL: c.PayoneXURL, AccessKey: c.PayoneXAccessKey, SecretKey: c.PayoneXSecretKey})
	}
	for name, g := range map[string]gateway.SignedConfig{
		qr.WW: {BaseURL: c.WWURL, Key: c.WWKey}, qr.Paytimz: {BaseURL: c.PaytimzURL, Key: c.PaytimzKey}, qr.ZPay: {BaseURL: c.ZPayURL, Key: c.ZPayKey},
	} {
		if g.BaseURL != "" {
			all[name] = gateway.NewSigned(g)
		}
	}
	return all
}
