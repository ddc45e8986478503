-- +goose Up
-- Media files. Rows of deleted files stay, because their folders do.
CREATE TABLE read.media_files (
    id      bigint  PRIMARY KEY,
    path    text    NOT NULL, -- below the media root
    folder  text    NOT NULL, -- of the path
    name    text    NOT NULL, -- the rest of the path
    live    boolean NOT NULL,
    file    text    NOT NULL, -- all that is known of the file
    version bigint  NOT NULL
);
CREATE INDEX media_files_path ON read.media_files (path) WHERE live;
CREATE INDEX media_files_folder ON read.media_files (folder text_pattern_ops, lower(name) COLLATE "C");

-- +goose Down
DROP TABLE read.media_files;
