// The periods that dates can be grouped by. A separate file, for code that needs no schema.

export const bucketNames = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type BucketName = (typeof bucketNames)[number];
