/** `registrations`, and what only a page loads when it is needed. */
import './registrations';
import '../domains/chat/loaders';
import '../domains/slip/loaders';
