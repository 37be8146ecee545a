/** The real server and the sandbox for one run. They use free ports and a temporary folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from './chromium';

const ROOT = resolve(import.meta.dirname, '../..');
const WALLET = join(ROOT, 'bin/wallet');
/** The time limit in ms for the start. A new database starts slowly on a busy machine. */
const READY_MS = 120_000;
/**
 * The time limit in ms for the stop. The server itself gives its calls, its sandbox and its database less
 * time.
 */
const STOP_MS = 60_000;

/** The addresses of the run's server; globalSetup passes them to the workers by environment variables. */
export const serverUrls = {
  get app(): string {
    return `http://localhost:${readEnvironment('PORT')}`;
  },
  get sandbox(): string {
    return `http://127.0.0.1:${readEnvironment('SANDBOX_PORT')}`;
  },
  /** The port of the simulated push service. */
  get push(): string {
    return readEnvironment('SANDBOX_PUSH_PORT');
  },
  get data(): string {
    return readEnvironment('DATA_DIR');
  },
  wallet: WALLET,
};

/** Playwright's global setup: finds a browser and starts the server. Returns a function that stops it. */
export default async function openServer(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = findChromium();
  const { close } = await startServer();
  return close;
}

/** A server that can be stopped, and started again with the same data. */
export interface RunningServer {
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops the server and deletes its data. */
  close: () => Promise<void>;
}

/** Starts a server in a new folder, with its own settings. `serverUrls` refers to it from then on. */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  if (!existsSync(WALLET)) throw new Error('bin/wallet is missing: run `make binaries` first');
  const data = await mkdtemp(join(await findDataParent(), 'krapao-e2e-'));
  // PostgreSQL runs as another user if this runs as root.
  await chmod(data, 0o755);
  const [port, sandboxPort, pushPort] = await freePorts(3);
  Object.assign(process.env, {
    PORT: port,
    SANDBOX_PORT: sandboxPort,
    // Members of a run use different IP addresses: see callApi().
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: data,
    SANDBOX_PUSH_PORT: pushPort,
    // Chromium's subscriptions name these hosts. The sandbox simulates them.
    PUSH_HOSTS: ['fcm.googleapis.com', 'jmt17.google.com']
      .map((host) => `${host}=127.0.0.1:${pushPort}`)
      .join(','),
  });
  let server: ChildProcess;
  const start = async () => {
    const { HOST: _host, DATABASE_URL: _database, PUBLIC_URL: _address, LAOS: _laos, ...env } = process.env;
    server = spawn(WALLET, ['dev'], {
      cwd: ROOT,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await waitUntilReady(server, collectOutput(server));
  };
  const stop = () => stopServer(server);
  const close = async () => {
    await stop();
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { start, stop, close };
}

/**
 * Returns a folder in memory if there is space, like pgtest.Scratch. A database on a busy disk slows every
 * journey.
 */
async function findDataParent(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 2 ** 31 ? '/dev/shm' : tmpdir();
}

/** Waits until the server accepts requests. Throws with its output if it ends or takes too long. */
async function waitUntilReady(server: ChildProcess, readOutput: () => string): Promise<void> {
  for (const until = Date.now() + READY_MS; Date.now() < until; await sleep(150)) {
    if (server.exitCode !== null) throw new Error(`the server ended at once:\n${readOutput()}`);
    const response = await fetch(`${serverUrls.app}/readyz`).catch(() => null);
    if (response?.ok) return;
  }
  throw new Error(`the server did not become ready:\n${readOutput()}`);
}

/** Stops the server like Ctrl-C does. Its database and sandbox stop too. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  const late = sleep(STOP_MS, 'late', { ref: false });
  if ((await Promise.race([ended, late])) === 'late') {
    server.kill('SIGKILL');
    await ended;
  }
}

/**
 * Returns a function that returns the last output, for error messages. The output is read continuously, since
 * otherwise the pipe fills up.
 */
function collectOutput(server: ChildProcess): () => string {
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8000)));
  }
  return () => output;
}

/**
 * The range of ports to use. It is below the ports that systems assign to outgoing connections and to
 * listeners on any port. So neither an outgoing connection nor the server's own database takes a port that
 * was just found free.
 */
const PORTS = { lowest: 15_000, beyond: 32_000 };

async function freePorts(count: number): Promise<string[]> {
  const ports = new Set<string>();
  while (ports.size < count) {
    const port = PORTS.lowest + Math.floor(Math.random() * (PORTS.beyond - PORTS.lowest));
    if (await isFree(port)) ports.add(String(port));
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}

function readEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the server is not started`);
  return value;
}
