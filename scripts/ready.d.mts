/** Installs the packages and builds the site and the server where that was not done from these sources. */
export declare function makeReady(): Promise<void>

/** A sentence on a build that is missing or was made from other sources; undefined when it may be run. */
export declare function refusalOfBuild(): string | undefined
