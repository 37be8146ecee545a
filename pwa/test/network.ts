/** A faulty mobile network: a fate decides what happens to each request. */
export type CallFate =
  | 'delivered'
  /** Never leaves the phone. */
  | 'lost'
  /** Arrives and is executed; the response is lost. */
  | 'response-lost'
  /** The phone gives up. The request arrives later, possibly after the phone's own retry. */
  | 'late'
  /** Arrives twice. The phone gets the second response. */
  | 'twice'
  /** The login page of a captive portal, with status 200. */
  | 'portal'
  /** JSON of another server, with status 200. */
  | 'stranger'
  /** A proxy refuses the request. */
  | 'proxy-403'
  | 'error-500'
  /** Executed; then the server fails before it responds. */
  | 'done-500'
  | 'closed-503'
  | 'limit-429'
  /** The token is rejected. */
  | 'refused-401';

export const FATES: CallFate[] = [
  'delivered',
  'lost',
  'response-lost',
  'late',
  'twice',
  'portal',
  'stranger',
  'proxy-403',
  'error-500',
  'done-500',
  'closed-503',
  'limit-429',
  'refused-401',
];

export type Deliver = (url: string, init: RequestInit) => Promise<Response>;

export class Network {
  #deliver: Deliver;
  #fates: CallFate[] = [];
  #late: (() => Promise<Response>)[] = [];

  constructor(deliver: Deliver) {
    this.#deliver = deliver;
  }

  /** Sets the fates of the next requests. Later requests are delivered. */
  expect(fates: CallFate[]): void {
    this.#fates = [...fates];
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const deliver = () => this.#deliver(url, { ...init, signal: null });
    switch (this.#fates.shift() ?? 'delivered') {
      case 'delivered':
        return deliver();
      case 'lost':
        throw new TypeError('Failed to fetch');
      case 'response-lost':
        await deliver();
        throw new TypeError('Failed to fetch');
      case 'late':
        this.#late.push(deliver);
        throw new TypeError('Failed to fetch');
      case 'twice':
        await deliver();
        return deliver();
      case 'portal':
        return page(200);
      case 'stranger':
        return Response.json({ status: 'ok' });
      case 'proxy-403':
        return page(403);
      case 'error-500':
        return refusal(500, 'INTERNAL_SERVER_ERROR');
      case 'done-500':
        await deliver();
        return refusal(500, 'INTERNAL_SERVER_ERROR');
      case 'closed-503':
        return refusal(503, 'SLIP_UPLOAD_FAIL', { 'Retry-After': '120' });
      case 'limit-429':
        return refusal(429, 'REQUEST_LIMIT', { 'Retry-After': '1' });
      case 'refused-401':
        return refusal(401, 'invalid-token');
    }
  }

  /** Delivers late requests, newest first. */
  async deliverLate(): Promise<void> {
    for (const deliver of this.#late.splice(0).reverse()) await deliver();
  }
}

/** Returns an error response of the server. `message` is the error code. */
export function refusal(status: number, message: string, headers: HeadersInit = {}): Response {
  return Response.json({ message, requestId: 'testtesttesttest' }, { status, headers });
}

/** Returns a captive portal's page. */
function page(status: number): Response {
  const headers = { 'Content-Type': 'text/html' };
  return new Response('<html>Log in to continue</html>', { status, headers });
}
