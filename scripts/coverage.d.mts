interface Hooks {
  readonly beforeEach: (work: () => void) => void
  readonly afterEach: (work: (context: { task: Task }) => void) => void
  readonly afterAll: (work: () => void) => void
}
interface Task {
  readonly name: string
  readonly file: { readonly filepath: string }
}
interface CoveredByTest {
  readonly file: string
  readonly titles: readonly string[]
  readonly covered: readonly string[]
}
export declare function cover(tokens: Iterable<string>): void
export declare function recordTests(hooks: Hooks, atEnd?: () => Iterable<string>): void
export declare function saveCoverage(name: string, records: readonly CoveredByTest[]): void
export declare function pathInTree(file: string): string
export declare function tokensOfText(text: string): string[]
export declare function tokensOfCall(call: {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly answer?: unknown
}): string[]
