package content

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"time"

	"tradelog/adapters/media"
	"tradelog/commands"
	"tradelog/domain/catalog"
	"tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

// InspectOptionFile returns name, size and type of a file for a custom option. The type follows from the content, never from the name. A
// picture beyond the bounds of media.Check, or a broken one, is refused.
func InspectOptionFile(name string, sent []byte) (catalog.OptionFile, error) {
	file := catalog.OptionFile{Name: content.OptionName(name), Size: int64(len(sent))}
	found, err := media.Inspect(sent)
	file.Type, file.Width, file.Height = found.Type, int64(found.Width), int64(found.Height)
	return file, err
}

// optionFile is the name of the sealed data: a file is opened under the name under which it was sealed.
const optionFile = "custom option file"

// AddOptionFile stores a buyer's file for a custom option, and returns its number and the key that opens it. Name and bytes are sealed for
// the buyer, who is the subject. A dry run seals and stores nothing.
func AddOptionFile(ctx context.Context, d Dependencies, subject string, f catalog.OptionFile, sent []byte,
) (id int64, key string, err error) {
	var unique [10]byte
	if _, err := rand.Read(unique[:]); err != nil {
		return 0, "", err
	}
	if commands.RequestFrom(ctx).Trial == nil {
		if sent, err = d.Sealer.Seal(ctx, subject, optionFile, content.Named(f.Name, sent)); err != nil {
			return 0, "", err
		}
	}
	id, file, err := add(ctx, d, content.File{
		Path: content.OptionPath(hex.EncodeToString(unique[:])), Type: f.Type, Width: f.Width, Height: f.Height, Subject: subject,
	}, sent)
	return id, content.OptionKey(file), err
}

// DropOptionFile deletes a file that belongs to no cart.
func DropOptionFile(ctx context.Context, d Dependencies, id int64) { drop(ctx, d, id) }

// The refusals of files for custom options (shapes-catalog §5.4). A wrong key stays 403 without a token, because a token would not help.
var (
	errWrongKey = fault.Forbiddenf("Invalid key").WithCode("forbidden")
	errNoBytes  = fault.NotFoundf("File not found on disk")
)

// keeps is the time that clients may cache a file of a custom option. Its bytes never change.
const keeps = time.Hour

// OptionFile reads a file for a custom option.
func OptionFile(ctx context.Context, d Dependencies, id int64, key string) (*documents.File, error) {
	file, err := d.Commands.File(ctx, id)
	switch {
	case errors.Is(err, record.ErrNotFound), err == nil && content.OptionKey(file) == "":
		return nil, content.ErrFileNotFound
	case err != nil:
		return nil, err
	case !content.Opens(file, key):
		return nil, errWrongKey
	}
	stored, err := d.Store.Get(ctx, file.Key)
	if errors.Is(err, media.ErrNotExist) { // the file was just deleted, or its bytes were not restored
		return nil, errNoBytes
	}
	if err != nil {
		return nil, fault.New(fault.Unavailable, "The file cannot be read now. Please try again.").WithCause(err)
	}
	body, err := io.ReadAll(stored)
	if err = errors.Join(err, stored.Close()); err != nil {
		return nil, err
	}
	name := file.Name()
	if file.Subject != "" { // files of earlier versions are not sealed
		if body, err = d.Sealer.Unseal(ctx, file.Subject, optionFile, body); errors.Is(err, eventstore.ErrForgotten) {
			return nil, content.ErrFileNotFound
		}
		name, body = content.Unnamed(body)
	}
	return &documents.File{Type: file.Type, Name: name, Body: body, Keeps: keeps}, err
}
