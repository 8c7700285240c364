/** Installs the packages and builds the site and the server, unless that was done from these sources. */
export declare function makeReady(): Promise<void>

/** An error message if the build is missing or was made from other sources; undefined if it is current. */
export declare function errorOfBuild(): string | undefined
