export declare function findFreePort(): Promise<number>
