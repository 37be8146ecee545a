// Package chat is the conversation of a member or guest with support.
//
// # Messages and change notifications
//
// A message is a row with the next number of its conversation. The number is given under the
// conversation's row lock: numbers have no gaps, and their order is the order of commits. The sender
// names each message (clientId), and the name is kept for ever. A repeat, however late, returns the
// first message's number and adds nothing. Sockets only carry change notifications. An app that was
// away fetches all messages after the last number it has.
//
//	app: typed -> queued -> POST send-message ----> row (seq n) -> {_id, seq}
//	                          ^         |               |
//	    no response: again ---+         |            notification over the bus
//	                                    v               v
//	                        the same clientId        sockets of the room
//	                        returns n again          (lost? history afterSeq)
//
// # Customers
//
// A member is known by the token. A guest is known by the id that the browser made and presents with
// each call. The id is a secret, and only its hash is stored. Other claims of a call (userId, a room)
// are compared, never believed. A guest who signs in takes the conversation along. Its messages are
// appended to the member's with new numbers, and the guest id opens nothing any more.
//
// # Reading
//
// Each side has one read mark, which only moves forward. A conversation waits since the oldest
// message that support has not answered.
//
// # After a crash
//
//	before the row commits  nothing; the app sends again
//	after it, before the    the row; the app sends again and gets its number,
//	  response or the       the other side finds it at its next resume
//	  notification
//	during an upload        a file without a row; the app sends again
//	while joining a guest   nothing or everything: one transaction
//	after support's reply   reply and push job, or neither
//
// # Media
//
// Files are stored outside the database, named by their content. A message names its file by a path
// (chat/<id>). Each delivery adds addresses signed for an hour, because an <img> sends no headers. A
// file's type follows from its content, never from its name.
package chat
