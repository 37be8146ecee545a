package chat

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/push"
)

// replyPush is the job that sends a push to the customer if support's reply is still unread.
type replyPush struct {
	Conversation int64 `json:"conversation"`
	Seq          int64 `json:"seq"`
}

// Kind names the job in the queue's table.
func (replyPush) Kind() string { return "chat_nudge" }

type replyPushWorker struct {
	river.WorkerDefaults[replyPush]
	s *Service
}

// Jobs registers the domain's workers.
func (s *Service) Jobs(q *jobs.Queue) {
	jobs.Add(q, &replyPushWorker{s: s})
	q.Every("chat.files", 24*time.Hour, s.SweepFiles)
}

// enqueueReplyPushTx enqueues the delayed push in the transaction of the reply.
func (s *Service) enqueueReplyPushTx(ctx context.Context, tx pgx.Tx, conversation, seq int64) error {
	return s.Queue.InsertTx(ctx, tx, replyPush{conversation, seq}, nil)
}

// Work sends the push if the reply is still unread.
func (w *replyPushWorker) Work(ctx context.Context, job *river.Job[replyPush]) error {
	// The job snoozes here; it is not inserted with a delay. The queue polls short snoozes every second,
	// but delayed jobs only every five seconds.
	if early := replyPushDelay - time.Since(job.CreatedAt); early > 0 {
		return river.JobSnooze(early)
	}
	s := w.s
	c, err := s.q().GetConversation(ctx, job.Args.Conversation)
	if err != nil {
		return fmt.Errorf("chat: reply push: %w", err)
	}
	if c.JoinedTo != nil || c.CustomerReadSeq >= job.Args.Seq {
		return nil
	}
	to := push.Owner{GuestHash: c.GuestHash}
	if c.MemberID != nil {
		to = push.Owner{MemberID: *c.MemberID}
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.Push.NotifyTx(ctx, tx, to, push.Notice{Kind: push.ChatReply})
	})
}
