import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileTypeFromFile } from 'file-type'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits, sizeOf } from '#shared/rules/limits.ts'
import { type PictureWidth, widestPicture } from '#shared/rules/pictures.ts'
import { outcomes } from './picture-outcomes.ts'
import type { Draft, FileStore } from './stored-file.ts'
import { using } from './using.ts'

const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
const timeoutMs = 20_000

const refusal = 'Please select a valid image file.'

/** Disposal removes drafts that no store has taken. */
export type Pictures = Readonly<Record<PictureWidth, Draft>> & AsyncDisposable

/** Fails like `toWebp`. */
export async function toPictures(files: FileStore, picture: Draft): Promise<Pictures> {
  const made = new AsyncDisposableStack()
  try {
    const widest = made.use(await toWebp(files, picture))
    const narrower = async (width: PictureWidth) => made.use(await oneByOne(() => unfold(files, widest.path, width)))
    const pictures = { 480: await narrower(480), 960: await narrower(960), [widestPicture]: widest }
    return { ...pictures, [Symbol.asyncDispose]: () => made.disposeAsync() }
  } catch (error) {
    await made.disposeAsync()
    throw error
  }
}

/**
 * Converts a JPEG, PNG, WebP or AVIF (by content) to an upright sRGB WebP without metadata. Fails with `too_large`
 * (bytes or decoding memory), `unsupported_media` (other type) or `invalid` (broken or animated).
 */
export async function toWebp(files: FileStore, picture: Draft): Promise<Draft> {
  if (picture.size > limits.imageBytes) {
    throw new Failure(
      'too_large',
      `The image is larger than ${sizeOf(limits.imageBytes)}.`,
      because('file.tooLarge', { bytes: limits.imageBytes }),
    )
  }
  const found = await fileTypeFromFile(picture.path)
  if (!found || !accepted.has(found.mime)) throw new Failure('unsupported_media', refusal, because('file.notImage'))
  return oneByOne(() => unfold(files, picture.path, widestPicture))
}

/** Renders our own SVG; `side` is the longer side in pixels. */
export function drawPng(files: FileStore, svg: Uint8Array, side: number): Promise<Buffer> {
  return using(files.draft([svg]), ({ path }) => using(unfold(files, path, side, 'png'), (png) => readFile(png.path)))
}

let last: Promise<unknown> = Promise.resolve()

/** Limits memory to one picture's; the limit on uploads bounds the queue. */
function oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}

/** A child process without our environment keeps malicious pictures from our memory and secrets. */
async function unfold(files: FileStore, path: string, side: number, format: 'webp' | 'png' = 'webp'): Promise<Draft> {
  const child = spawn(process.execPath, [...memoryOptions, program, path, String(side), format], {
    env: frugal,
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C must not reach the child, which ends when its standard input closes.
    detached: true,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  const [picture, exit] = await Promise.all([files.draft(child.stdout), exitOf(child)])
  if (exit === outcomes.done) return picture
  await picture[Symbol.asyncDispose]()
  throw failureOf(exit)
}

const program = join(import.meta.dirname, 'picture-process.ts')
/** One thread; freed memory returns at once, so that decoding and encoding do not add up. */
const frugal = {
  VIPS_CONCURRENCY: '1',
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
const memoryOptions = ['--max-semi-space-size=1', '--max-old-space-size=32', '--v8-pool-size=1', '--no-warnings']

type Exit = number | NodeJS.Signals | 'not started'

async function exitOf(child: ChildProcessByStdio<Writable, Readable, null>): Promise<Exit> {
  const [code, signal] = await once(child, 'exit').catch(() => ['not started'])
  return code ?? signal
}

/** Killed: too much time or memory. Crashed: a malicious picture. */
function failureOf(exit: Exit): Failure {
  if (exit === 'not started') return new Failure('unavailable', 'Pictures cannot be read now. Try again in a moment.')
  if (exit === outcomes.tooLarge || exit === 'SIGKILL') {
    return new Failure(
      'too_large',
      'The image has too many pixels for its kind. Save it with fewer, or as an ordinary JPEG (not a progressive one).',
      because('file.tooManyPixels'),
    )
  }
  return new Failure('invalid', refusal, because('file.notImage'))
}
