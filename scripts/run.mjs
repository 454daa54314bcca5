/**
 * Entry point of npm scripts: `node scripts/run.mjs [--dev] [<script.ts> [arguments]]`.
 *
 * JavaScript for the machine's Node (20 or newer): installs missing packages, then runs the TypeScript file, if any,
 * with the npm package `node`. `--dev` includes packages of tests, bench and checks.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', 'node')
const builtWeb = join(root, 'dist', 'web')
const turnstile = join(root, '.installing')
const oldestNode = 20

const needsDev = process.argv[2] === '--dev'
const script = process.argv.slice(needsDev ? 3 : 2)

/** Empties the terminal's line. */
const sameLine = '\r\x1b[2K'

let child

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const pause = (ms) => new Promise((wake) => setTimeout(wake, ms))

function giveUp(message) {
  console.error(message)
  process.exit(1)
}

/**
 * Whether the packages are installed at the lock file's versions, by the record that npm writes last. A release may
 * lack those of web/packages: its web app is built.
 */
function isInstalled() {
  if (!existsSync(pinnedNode)) return false
  try {
    const { packages: locked } = readJson(join(root, 'package-lock.json'))
    const { packages: present } = readJson(join(modules, '.package-lock.json'))
    const isRelease = existsSync(builtWeb) && !present['node_modules/web-packages']
    const { dependencies, devDependencies } = locked['']
    const named = {
      ...dependencies,
      ...(isRelease ? {} : locked['web/packages']?.dependencies),
      ...(needsDev && devDependencies),
    }
    return (
      Object.keys(named).every((name) => present[`node_modules/${name}`]) &&
      Object.entries(locked).every(([path, { version, integrity }]) => {
        const found = present[path]
        return !found || (found.version === version && found.integrity === integrity)
      })
    )
  } catch {
    return false
  }
}

function run(command, args, { env = process.env, quiet = false } = {}) {
  return new Promise((done, fail) => {
    child = spawn(command, args, {
      cwd: quiet ? root : undefined,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', fail)
    child.once('close', (code, signal) => done({ code, signal, output }))
  })
}

/** PATH without node_modules, which npm is about to replace. */
function environmentOfTheMachine() {
  const path = (process.env.PATH ?? '').split(delimiter)
  return { ...process.env, PATH: path.filter((folder) => !resolve(folder).startsWith(modules + sep)).join(delimiter) }
}

/**
 * glibc keeps up to 40 MB of freed memory per thread; this returns large pieces at once, such as password hashes' and
 * uploads'.
 */
const givesMemoryBack = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Cached compiled code saves a third of a start; Node ignores an unwritable folder. */
const keepsCompiled = { NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled') }

/** Takes the installation lock, a file with our process id, unless a live process has it. */
function enter() {
  try {
    writeFileSync(turnstile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') {
      giveUp(
        `Packages are missing and cannot be installed: ${root} is not writable (${error.code}). Run npm ci there once.`,
      )
    }
  }
  try {
    process.kill(Number(readFileSync(turnstile, 'utf8')) || process.pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') rmSync(turnstile, { force: true })
  }
  return false
}

/** Reports progress until the returned function is called. */
function tellProgress() {
  const ourLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  // Without `os`, an optional package is a dependency of one with it.
  const wanted = Object.entries(readJson(join(root, 'package-lock.json')).packages).filter(
    ([path, { dev, optional, os, cpu, libc }]) =>
      path.startsWith('node_modules/') &&
      (needsDev || !dev) &&
      (!optional ||
        (os?.includes(process.platform) &&
          (cpu ?? [process.arch]).includes(process.arch) &&
          (libc ?? [ourLibc]).includes(ourLibc))),
  )
  const isTerminal = process.stderr.isTTY
  if (!isTerminal) console.error('Installing packages …')
  const say = () => {
    const there = wanted.filter(([path]) => existsSync(join(root, path, 'package.json')))
    const count = `${there.length} of ${wanted.length} packages`
    process.stderr.write(isTerminal ? `${sameLine}Installing ${count} …` : `${count} are there …\n`)
  }
  const timer = setInterval(say, isTerminal ? 1_000 : 10_000)
  return () => {
    clearInterval(timer)
    if (isTerminal) process.stderr.write(sameLine)
  }
}

async function install() {
  while (!enter()) {
    await pause(200)
    if (isInstalled()) return
  }
  process.once('exit', () => rmSync(turnstile, { force: true }))
  if (!isInstalled()) {
    const quieten = tellProgress()
    const flags = [
      needsDev ? '--include=dev' : '--omit=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    // `npm ci` first deletes node_modules, which a running registry may be using.
    const npm = await run('npm', ['install', '--no-save', ...flags], {
      env: environmentOfTheMachine(),
      quiet: true,
    }).catch((error) => ({
      output: `npm error ${error.message}`,
    }))
    quieten()
    if (npm.signal) {
      rmSync(turnstile, { force: true })
      endLike(npm)
    }
    if (!isInstalled()) giveUp(`The packages could not be installed: ${reasonIn(npm.output)}`)
  }
  rmSync(turnstile, { force: true })
}

function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const telling = lines.filter((line) => line && !/^(code|errno|syscall|path|A complete log)/.test(line))
  return telling[0] ?? 'npm gave no reason.'
}

/** Exits with the child's code or signal. */
function endLike({ code, signal }) {
  if (!signal) process.exit(code)
  for (const name of forwarded) process.removeAllListeners(name)
  process.kill(process.pid, signal)
}

// Ctrl-C also reaches the child, `kill` does not.
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const name of forwarded) process.on(name, () => child?.kill(name))

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  giveUp(`Node ${oldestNode} or newer is needed, this is ${process.version}.`)
}
if (!isInstalled()) await install()
if (script.length > 0)
  endLike(await run(pinnedNode, script, { env: { ...givesMemoryBack, ...keepsCompiled, ...process.env } }))
