import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

/** In pixels: twice the size on the page, for screens of high density. */
export const imageSize = { width: 560, height: 180 } as const

type Random = () => number

// Bundled fonts, since a server may have none. The Naskh font has digits with serifs.
const faces = [
  ['captcha-heavy', '@fontsource/noto-sans/files/noto-sans-latin-800-normal.woff2'],
  ['captcha-slanted', '@fontsource/noto-sans/files/noto-sans-latin-600-italic.woff2'],
  ['captcha-plain', '@fontsource/noto-sans/files/noto-sans-latin-500-normal.woff2'],
  ['captcha-serif', '@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-latin-700-normal.woff2'],
] as const
/** Contrast of at least 7:1 on `paper`. One ink per picture: different colours would help a program to separate the digits. */
const inks = ['#17324d', '#5b0f2e', '#0b4a2f', '#3d1a66', '#4a2c00']
const paper = '#f4f6f8'

let areFontsRegistered = false
function registerFonts() {
  if (areFontsRegistered) return
  const require = createRequire(import.meta.url)
  for (const [name, file] of faces) GlobalFonts.register(readFileSync(require.resolve(file)), name)
  areFontsRegistered = true
}

const between = (random: Random, low: number, high: number) => low + random() * (high - low)
const oneOf = <T>(random: Random, choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T

/** Draws `digits` as PNG; the entry point of the worker thread. */
export const drawCaptcha = async (digits: string): Promise<Uint8Array> => drawDigits(digits, Math.random)

/** The digits as PNG, hard to read for programs: rotated, warped, and crossed by lines of the same ink. */
export async function drawDigits(digits: string, random: Random): Promise<Buffer> {
  registerFonts()
  const canvas = createCanvas(imageSize.width, imageSize.height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = paper
  pen.fillRect(0, 0, imageSize.width, imageSize.height)
  const ink = oneOf(random, inks)
  pen.strokeStyle = ink
  pen.fillStyle = ink
  scatterDots(pen, random)
  writeDigits(pen, digits, random)
  for (let line = 0; line < 3; line++) drawCurve(pen, random)
  return warp(canvas, random).encode('png')
}

function writeDigits(pen: SKRSContext2D, digits: string, random: Random) {
  const step = (imageSize.width - 80) / digits.length
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  for (const [index, digit] of [...digits].entries()) {
    pen.save()
    pen.translate(40 + step * (index + 0.5) + between(random, -9, 9), imageSize.height / 2 + between(random, -8, 22))
    pen.rotate(between(random, -0.38, 0.38))
    pen.transform(1, 0, between(random, -0.2, 0.2), 1, 0, 0)
    pen.font = `${Math.round(between(random, 110, 134))}px ${oneOf(random, faces)[0]}`
    pen.fillText(digit, 0, 0)
    pen.restore()
  }
}

/** Draws a curve from the left edge to the right edge. */
function drawCurve(pen: SKRSContext2D, random: Random) {
  const height = () => between(random, 25, imageSize.height - 25)
  pen.lineWidth = between(random, 2.5, 4)
  pen.beginPath()
  pen.moveTo(0, height())
  const third = imageSize.width / 3
  pen.bezierCurveTo(third, height(), 2 * third, height(), imageSize.width, height())
  pen.stroke()
}

/** Draws dots and short strokes under the digits. */
function scatterDots(pen: SKRSContext2D, random: Random) {
  pen.globalAlpha = 0.45
  for (let dot = 0; dot < 90; dot++) {
    const [x, y] = [random() * imageSize.width, random() * imageSize.height]
    pen.lineWidth = between(random, 1.5, 4)
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + between(random, -9, 9), y + between(random, -9, 9))
    pen.stroke()
  }
  pen.globalAlpha = 1
}

/** Displaces columns vertically and rows horizontally, each along a sine wave. */
function warp(canvas: Canvas, random: Random): Canvas {
  const upright = shiftStrips(canvas, 'columns', between(random, 5, 9), between(random, 130, 240), random)
  return shiftStrips(upright, 'rows', between(random, 4, 8), between(random, 70, 130), random)
}

function shiftStrips(from: Canvas, along: 'columns' | 'rows', height: number, length: number, random: Random): Canvas {
  const { width, height: tall } = imageSize
  const to = createCanvas(width, tall)
  const pen = to.getContext('2d')
  pen.fillStyle = paper
  pen.fillRect(0, 0, width, tall)
  const start = random() * 2 * Math.PI
  const strip = 3
  for (let place = 0; place < (along === 'columns' ? width : tall); place += strip) {
    const by = height * Math.sin(start + (place / length) * 2 * Math.PI)
    if (along === 'columns') pen.drawImage(from, place, 0, strip, tall, place, by, strip, tall)
    else pen.drawImage(from, 0, place, width, strip, by, place, width, strip)
  }
  return to
}
