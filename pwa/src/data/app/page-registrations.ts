/** The registrations of `registrations`, and those for code that only a page loads later. */
import './registrations';
import '../domains/chat/loaders';
import '../domains/slip/loaders';
