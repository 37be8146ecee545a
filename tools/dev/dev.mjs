// `make dev`: starts the server with its database and the sandbox, and Vite with hot reload in front of them.
// air restarts the server when Go or SQL changes. If a port is taken, the next free port is used.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const data = process.env.DATA_DIR ?? './var/dev';
const lock = join(data, 'dev.pid');
exitIfRunning();

const vitePort = await findFreePort(5173);
const port = await findFreePort(Number(process.env.PORT ?? 8080));
const sandboxPort = await findFreePort(Number(process.env.SANDBOX_PORT ?? 8090));
const env = {
  ...process.env,
  DATA_DIR: data,
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  VITE_PORT: String(vitePort),
  PUBLIC_URL: `http://localhost:${vitePort}`,
};

console.log('  compiling the server; the first time takes about two minutes');
const built = spawnSync(
  'go',
  ['build', '-modfile=tools/dev/go.mod', '-o', 'bin/dev/air', 'github.com/air-verse/air'],
  {
    stdio: 'inherit',
  },
);
if (built.status !== 0) process.exit(1);

let isStopping = false;
const children = [];
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));

children.push(start('bin/dev/air', ['-c', 'tools/dev/air.toml']));
await awaitServer();
children.push(start('npx', ['vite', '--config', 'pwa/vite.config.ts', '--logLevel', 'warn']));
await awaitResponse(env.PUBLIC_URL);
console.log(`
  The app, with hot reload:   ${env.PUBLIC_URL}
  The operators' console:     ${env.PUBLIC_URL}/operator
  The sandbox:                http://localhost:${sandboxPort}   (banks, SMS, slips)
  A shell in the database:    psql "$(DATA_DIR=${data} bin/dev/wallet database)"
  More:                       docs/development.md

  The logins are printed above. Stop with Ctrl-C.
`);

/** Exits if another `make dev` uses the same folder, because each would stop the other's database. */
function exitIfRunning() {
  mkdirSync(data, { recursive: true });
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (!(pid > 0)) throw new Error('no process');
    process.kill(pid, 0);
    console.error(
      `make dev already runs on ${data} (process ${pid}): stop it, or set DATA_DIR to another folder`,
    );
    process.exit(1);
  } catch {
    writeFileSync(lock, String(process.pid));
  }
}

/** Starts the command in its own process group, so that Ctrl-C reaches only this process, which ends the others. */
function start(command, args) {
  const child = spawn(command, args, { env, stdio: 'inherit', detached: true });
  child.on('exit', (code) => stop(code ?? 1));
  return child;
}

/** Interrupts all children, waits for them for at most 25 seconds, and exits. */
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ended = running.map((child) => once(child, 'exit'));
  for (const { pid } of running) process.kill(-pid, 'SIGINT');
  await Promise.race([Promise.all(ended), sleep(25_000)]);
  rmSync(lock, { force: true });
  process.exit(code);
}

async function awaitServer() {
  await awaitResponse(`http://127.0.0.1:${port}/readyz`);
}

/** Polls until the URL responds with 2xx, for at most ten minutes. */
async function awaitResponse(url) {
  for (let tries = 0; tries < 3000 && !isStopping; tries++) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await sleep(200);
  }
}

/** Returns the wanted port, or the next port that no process listens on. */
async function findFreePort(wanted) {
  for (let tried = wanted; tried < wanted + 100; tried++) {
    const server = createServer();
    try {
      await once(server.listen(tried, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    await once(server.close(), 'close');
    if (tried !== wanted) console.log(`  port ${wanted} is taken: using ${tried}`);
    return tried;
  }
  throw new Error(`no free port from ${wanted} on`);
}
